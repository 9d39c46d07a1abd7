# SPDX-License-Identifier: Apache-2.0
"""Duelo's networks with drawn weights, for other runtimes: as ONNX, and the weights as safetensors
under the names that Duelo reads. Needs numpy and onnx, and no PyTorch."""
import json

import numpy


class Network:
    """Writes the operations of an ONNX graph down, and the tensors that they read."""

    def __init__(self, seed=1):
        self.draw, self.nodes, self.tensors = numpy.random.default_rng(seed), [], {}

    def _node(self, op, inputs, **attributes):
        output = f"v{len(self.nodes)}"
        self.nodes.append((op, inputs, output, attributes))
        return output

    def _tensor(self, name, values):
        self.tensors[name] = numpy.ascontiguousarray(values, dtype=numpy.float32)
        return name

    def conv(self, x, name, channels, outputs, kernel=1, stride=1, padding=0, groups=1, bias=False,
             same=False):
        fan_in = channels // groups * kernel * kernel
        shape = (outputs, channels // groups, kernel, kernel)
        inputs = [x, self._tensor(f"{name}.weight",
                                  self.draw.normal(0, (2 / fan_in) ** 0.5, shape))]
        if bias:
            inputs.append(self._tensor(f"{name}.bias", self.draw.normal(0, 0.1, outputs)))
        padded = {"auto_pad": "SAME_UPPER"} if same else {"pads": [padding] * 4}
        return self._node("Conv", inputs, kernel_shape=[kernel] * 2, strides=[stride] * 2,
                          group=groups, **padded)

    def norm(self, x, name, channels, eps=1e-5):
        parts = [("weight", self.draw.uniform(0.5, 1, channels)),
                 ("bias", self.draw.normal(0, 0.1, channels)),
                 ("running_mean", self.draw.normal(0, 0.1, channels)),
                 ("running_var", self.draw.uniform(0.5, 1.5, channels))]
        return self._node("BatchNormalization",
                          [x] + [self._tensor(f"{name}.{part}", v) for part, v in parts],
                          epsilon=eps)

    def relu(self, x):
        return self._node("Relu", [x])

    def relu6(self, x):
        return self._node("Clip", [x, "zero", "six"])

    def max_pool(self, x, kernel, stride, padding=0):
        return self._node("MaxPool", [x], kernel_shape=[kernel] * 2, strides=[stride] * 2,
                          pads=[padding] * 4)

    def mean(self, x):
        return self._node("GlobalAveragePool", [x])

    def add(self, x, y):
        return self._node("Add", [x, y])

    def flatten(self, x):
        return self._node("Flatten", [x], axis=1)

    def linear(self, x, name, inputs, outputs):
        weight = self._tensor(f"{name}.weight",
                              self.draw.normal(0, (1 / inputs) ** 0.5, (outputs, inputs)))
        bias = self._tensor(f"{name}.bias", self.draw.normal(0, 0.1, outputs))
        return self._node("Gemm", [x, weight, bias], transB=1)

    def onnx(self, batch, size):
        from onnx import TensorProto, helper, numpy_helper
        kept = [numpy_helper.from_array(values, name) for name, values in self.tensors.items()]
        for name, value in (("zero", 0), ("six", 6)):
            kept.append(numpy_helper.from_array(numpy.float32(value), name))
        graph = helper.make_graph(
            [helper.make_node(op, inputs, [output], **attributes)
             for op, inputs, output, attributes in self.nodes], "network",
            [helper.make_tensor_value_info("image", TensorProto.FLOAT, [batch, 3, size, size])],
            [helper.make_tensor_value_info(self.nodes[-1][2], TensorProto.FLOAT, [batch, 1000])],
            kept)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

    def safetensors(self):
        header, offset = {}, 0
        for name, values in self.tensors.items():
            header[name] = {"dtype": "F32", "shape": list(values.shape),
                            "data_offsets": [offset, offset + values.nbytes]}
            offset += values.nbytes
        text = json.dumps(header).encode()
        text += b" " * (-len(text) % 8)
        return b"".join([len(text).to_bytes(8, "little"), text,
                         *(values.tobytes() for values in self.tensors.values())])


def _resnet(net, depths, deep):
    x = net.relu(net.norm(net.conv("image", "conv1", 3, 64, 7, 2, 3), "bn1", 64))
    x, channels = net.max_pool(x, 3, 2, 1), 64
    for stage, depth in enumerate(depths):
        width = 64 << stage
        outputs = 4 * width if deep else width
        for i in range(depth):
            name, stride = f"layer{stage + 1}.{i}", 2 if i == 0 and stage > 0 else 1
            steps = ([(1, width, 1, 0), (3, width, stride, 1), (1, outputs, 1, 0)] if deep else
                     [(3, width, stride, 1), (3, width, 1, 1)])
            y, inside = x, channels
            for k, (kernel, wide, step, padding) in enumerate(steps, 1):
                y = net.conv(y, f"{name}.conv{k}", inside, wide, kernel, step, padding)
                y, inside = net.norm(y, f"{name}.bn{k}", wide), wide
                if k < len(steps):
                    y = net.relu(y)
            if stride != 1 or channels != outputs:
                x = net.norm(net.conv(x, f"{name}.downsample.0", channels, outputs, 1, stride),
                             f"{name}.downsample.1", outputs)
            x, channels = net.relu(net.add(y, x)), outputs
    net.linear(net.flatten(net.mean(x)), "fc", channels, 1000)


def _mobilenet_v2(net):
    def block(x, name, part, inputs, outputs, **how):
        y = net.conv(x, f"{name}.{part}.0", inputs, outputs, **how)
        return net.relu6(net.norm(y, f"{name}.{part}.1", outputs))

    def first_or_last(x, index, *sizes):
        return net.relu6(net.norm(net.conv(x, f"features.{index}.0", *sizes),
                                  f"features.{index}.1", sizes[1]))
    x, channels, index = first_or_last("image", 0, 3, 32, 3, 2, 1), 32, 1
    for expansion, outputs, depth, first in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2),
                                             (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2),
                                             (6, 320, 1, 1)):
        for i in range(depth):
            name, hidden, part, y = f"features.{index}.conv", channels * expansion, 0, x
            stride = first if i == 0 else 1
            if expansion != 1:
                y, part = block(y, name, part, channels, hidden), 1
            y = block(y, name, part, hidden, hidden, kernel=3, stride=stride, padding=1,
                      groups=hidden)
            y = net.norm(net.conv(y, f"{name}.{part + 1}", hidden, outputs), f"{name}.{part + 2}",
                         outputs)
            x = net.add(y, x) if stride == 1 and channels == outputs else y
            channels, index = outputs, index + 1
    x = first_or_last(x, index, channels, 1280, 1)
    net.linear(net.flatten(net.mean(x)), "classifier.1", 1280, 1000)


def _efficientnet_lite0(net):
    def conv(x, name, norm, inputs, outputs, **how):
        return net.norm(net.conv(x, name, inputs, outputs, same=True, **how), norm, outputs, 1e-3)
    x = net.relu6(conv("image", "_conv_stem", "_bn0", 3, 32, kernel=3, stride=2))
    channels, index = 32, 0
    for depth, kernel, first, expansion, outputs in ((1, 3, 1, 1, 16), (2, 3, 2, 6, 24),
                                                     (2, 5, 2, 6, 40), (3, 3, 2, 6, 80),
                                                     (3, 5, 1, 6, 112), (4, 5, 2, 6, 192),
                                                     (1, 3, 1, 6, 320)):
        for i in range(depth):
            name, hidden, y = f"_blocks.{index}", channels * expansion, x
            stride = first if i == 0 else 1
            if expansion != 1:
                y = net.relu6(conv(y, f"{name}._expand_conv", f"{name}._bn0", channels, hidden))
            y = net.relu6(conv(y, f"{name}._depthwise_conv", f"{name}._bn1", hidden, hidden,
                               kernel=kernel, stride=stride, groups=hidden))
            y = conv(y, f"{name}._project_conv", f"{name}._bn2", hidden, outputs)
            x = net.add(y, x) if stride == 1 and channels == outputs else y
            channels, index = outputs, index + 1
    x = net.relu6(conv(x, "_conv_head", "_bn1", channels, 1280))
    net.linear(net.flatten(net.mean(x)), "_fc", 1280, 1000)


def _alexnet(net, size):
    def layer(x, name, *sizes):
        return net.relu(net.conv(x, name, *sizes, bias=True))
    x = net.max_pool(layer("image", "features.0", 3, 64, 11, 4, 2), 3, 2)
    x = net.max_pool(layer(x, "features.3", 64, 192, 5, 1, 2), 3, 2)
    x = layer(x, "features.6", 192, 384, 3, 1, 1)
    x = layer(x, "features.8", 384, 256, 3, 1, 1)
    x = net.max_pool(layer(x, "features.10", 256, 256, 3, 1, 1), 3, 2)
    if size != 224:
        raise ValueError("ONNX has no adaptive means: alexnet is measured at 224 px alone")
    x = net.relu(net.linear(net.flatten(x), "classifier.1", 9216, 4096))
    x = net.relu(net.linear(x, "classifier.4", 4096, 4096))
    net.linear(x, "classifier.6", 4096, 1000)


def network(name, size):
    net = Network()
    if name == "resnet18":
        _resnet(net, (2, 2, 2, 2), deep=False)
    elif name == "resnet50":
        _resnet(net, (3, 4, 6, 3), deep=True)
    elif name == "alexnet":
        _alexnet(net, size)
    else:
        {"mobilenet_v2": _mobilenet_v2, "efficientnet_lite0": _efficientnet_lite0}[name](net)
    return net
