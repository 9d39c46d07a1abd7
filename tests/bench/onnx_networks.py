# SPDX-License-Identifier: Apache-2.0
"""Duelo's networks with drawn weights, for other runtimes: as ONNX, and the weights as safetensors
under the names that Duelo reads. Needs numpy and onnx, and no PyTorch."""
import json

import numpy


class Network:
    """Writes the operations of an ONNX graph down, and the tensors that they read."""

    def __init__(self, seed=1):
        self.draw, self.nodes, self.tensors = numpy.random.default_rng(seed), [], {}
        self.constants = {name: numpy.float32(value)
                          for name, value in (("zero", 0), ("six", 6), ("one", 1), ("half", 0.5),
                                              ("root_of_two", 2 ** 0.5))}

    def _nodes(self, op, inputs, count, **attributes):
        outputs = [f"v{len(self.nodes)}" + (f".{i}" if i else "") for i in range(count)]
        self.nodes.append((op, inputs, outputs, attributes))
        return outputs

    def _node(self, op, inputs, **attributes):
        return self._nodes(op, inputs, 1, **attributes)[0]

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

    def whole(self, name, *numbers):
        """A constant of whole numbers that is no weight."""
        self.constants[name] = numpy.array(numbers, dtype=numpy.int64)
        return name

    def drawn(self, name, shape, deviation):
        return self._tensor(name, self.draw.normal(0, deviation, shape))

    def layer_norm(self, x, name, width, eps=1e-6):
        parts = [self._tensor(f"{name}.weight", self.draw.uniform(0.5, 1.5, width)),
                 self._tensor(f"{name}.bias", self.draw.normal(0, 0.1, width))]
        return self._node("LayerNormalization", [x, *parts], axis=-1, epsilon=eps)

    def product(self, x, name, inputs, outputs, joint="."):
        """A linear layer of each token: the weights that Duelo reads stand the other way round."""
        weight = self._tensor(f"{name}{joint}weight",
                              self.draw.normal(0, (1 / inputs) ** 0.5, (outputs, inputs)))
        bias = self._tensor(f"{name}{joint}bias", self.draw.normal(0, 0.1, outputs))
        self.constants[f"{weight}.t"] = self.tensors[weight].T.copy()
        return self.add(self._node("MatMul", [x, f"{weight}.t"]), bias)

    def gelu(self, x):
        """Opset 17 has it in parts alone; runtimes know them."""
        y = self._node("Erf", [self._node("Div", [x, "root_of_two"])])
        y = self._node("Mul", [x, self._node("Add", [y, "one"])])
        return self._node("Mul", [y, "half"])

    def attention(self, x, width, heads):
        parts = self._nodes("Split", [x, self.whole("thirds", width, width, width)], 3, axis=-1)
        by_heads = self.whole("by_heads", 0, 0, heads, width // heads)
        query, key, value = (
            self._node("Transpose", [self._node("Reshape", [part, by_heads])], perm=perm)
            for part, perm in zip(parts, ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3])))
        self.constants["scale"] = numpy.float32((width // heads) ** -0.5)
        scores = self._node("MatMul", [self._node("Mul", [query, "scale"]), key])
        found = self._node("MatMul", [self._node("Softmax", [scores], axis=-1), value])
        found = self._node("Transpose", [found], perm=[0, 2, 1, 3])
        return self._node("Reshape", [found, self.whole("together", 0, 0, width)])

    def onnx(self, batch, size):
        from onnx import TensorProto, helper, numpy_helper
        nodes = [helper.make_node(op, inputs, outputs, **attributes)
                 for op, inputs, outputs, attributes in self.nodes]
        read = {name for node in nodes for name in node.input}
        kept = [numpy_helper.from_array(values, name)
                for name, values in {**self.tensors, **self.constants}.items() if name in read]
        graph = helper.make_graph(
            nodes, "network",
            [helper.make_tensor_value_info("image", TensorProto.FLOAT, [batch, 3, size, size])],
            [helper.make_tensor_value_info(self.nodes[-1][2][0], TensorProto.FLOAT, [batch, 1000])],
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


def _vgg16(net, size):
    if size != 224:
        raise ValueError("ONNX has no adaptive means: vgg16 is measured at 224 px alone")
    x, channels, module = "image", 3, 0
    for convolutions, outputs in ((2, 64), (2, 128), (3, 256), (3, 512), (3, 512)):
        for _ in range(convolutions):
            x = net.relu(net.conv(x, f"features.{module}", channels, outputs, 3, 1, 1, bias=True))
            channels, module = outputs, module + 2
        x, module = net.max_pool(x, 2, 2), module + 1
    x = net.relu(net.linear(net.flatten(x), "classifier.0", 512 * 7 * 7, 4096))
    x = net.relu(net.linear(x, "classifier.3", 4096, 4096))
    net.linear(x, "classifier.6", 4096, 1000)


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


def _vit_b_16(net, size):
    if size != 224:
        raise ValueError("positions of another size are interpolated: vit_b_16 is measured at 224 px")
    width, heads = 768, 12
    x = net.conv("image", "conv_proj", 3, width, 16, 16, bias=True)
    x = net._node("Reshape", [x, net.whole("as_places", 0, width, -1)])
    x = net._node("Transpose", [x], perm=[0, 2, 1])
    first = net.drawn("class_token", (1, 1, width), 1)
    shape = net._node("Concat", [net._node("Shape", [x], end=1), net.whole("ones", 1, 1)], axis=0)
    x = net._node("Concat", [net._node("Expand", [first, shape]), x], axis=1)
    x = net.add(x, net.drawn("encoder.pos_embedding", (1, 197, width), 1))
    for i in range(12):
        name = f"encoder.layers.encoder_layer_{i}"
        y = net.layer_norm(x, f"{name}.ln_1", width)
        y = net.product(y, f"{name}.self_attention.in_proj", width, 3 * width, joint="_")
        y = net.attention(y, width, heads)
        x = net.add(net.product(y, f"{name}.self_attention.out_proj", width, width), x)
        y = net.layer_norm(x, f"{name}.ln_2", width)
        y = net.gelu(net.product(y, f"{name}.mlp.0", width, 4 * width))
        x = net.add(net.product(y, f"{name}.mlp.3", 4 * width, width), x)
    x = net.layer_norm(x, "encoder.ln", width)
    x = net._node("Gather", [x, net.whole("first", 0)], axis=1)
    net.linear(net.flatten(x), "heads.head", width, 1000)


def network(name, size):
    net = Network()
    if name == "resnet18":
        _resnet(net, (2, 2, 2, 2), deep=False)
    elif name == "resnet50":
        _resnet(net, (3, 4, 6, 3), deep=True)
    elif name == "alexnet":
        _alexnet(net, size)
    elif name == "vgg16":
        _vgg16(net, size)
    elif name == "vit_b_16":
        _vit_b_16(net, size)
    else:
        {"mobilenet_v2": _mobilenet_v2, "efficientnet_lite0": _efficientnet_lite0}[name](net)
    return net
