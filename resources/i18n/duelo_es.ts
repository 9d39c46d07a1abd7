<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>duelo::ui::BarsChart</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>y %n más</numerusform>
            <numerusform>y %n más</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::CardColumn</name>
    <message>
        <source>Explanations of this result</source>
        <translation>Explicaciones de este resultado</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ChipGroup</name>
    <message>
        <source>%1: add a value</source>
        <translation>%1: añadir un valor</translation>
    </message>
    <message>
        <source>Add a value from %1 to %2</source>
        <translation>Añadir un valor de %1 a %2</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ConfusionView</name>
    <message>
        <source>The confusion matrix appears when a network has been tested.</source>
        <translation>La matriz de confusión aparece cuando se ha probado una red.</translation>
    </message>
    <message>
        <source>Columns: what the network said →</source>
        <translation>Columnas: lo que dijo la red →</translation>
    </message>
    <message>
        <source>Rows: what the image is ↓</source>
        <translation>Filas: lo que es la imagen ↓</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>Matriz de confusión</translation>
    </message>
    <message>
        <source>Confusion matrix: %1</source>
        <translation>Matriz de confusión: %1</translation>
    </message>
</context>
<context>
    <name>duelo::ui::CourseChart</name>
    <message>
        <source>not counted</source>
        <translation>no cuenta</translation>
    </message>
</context>
<context>
    <name>duelo::ui::DataView</name>
    <message>
        <source>The data appear here when the engine has read them.</source>
        <translation>Los datos aparecen aquí cuando el motor los ha leído.</translation>
    </message>
    <message>
        <source>Data and networks</source>
        <translation>Datos y redes</translation>
    </message>
    <message>
        <source>The engine is reading the data…</source>
        <translation>El motor está leyendo los datos…</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Total</translation>
    </message>
    <message>
        <source>Images of each class</source>
        <translation>Imágenes de cada clase</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entrenamiento</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validación</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Prueba</translation>
    </message>
    <message>
        <source>What the network sees</source>
        <translation>Lo que ve la red</translation>
    </message>
    <message>
        <source>Left as it was read, right normalised.</source>
        <translation>A la izquierda, como se leyó; a la derecha, normalizada.</translation>
    </message>
    <message>
        <source>Sobel and pooling</source>
        <translation>Sobel y pooling</translation>
    </message>
    <message>
        <source>From left to right: edges across and along (Sobel), max pooling and mean pooling. A convolutional network learns filters like the first two.</source>
        <translation>De izquierda a derecha: bordes a lo ancho y a lo alto (Sobel), max pooling y mean pooling. Una red convolucional aprende filtros como los dos primeros.</translation>
    </message>
    <message>
        <source>Layers of %1</source>
        <translation>Capas de %1</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Capa</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
</context>
<context>
    <name>duelo::ui::DeviceList</name>
    <message>
        <source>From another PC…</source>
        <translation>De otro PC…</translation>
    </message>
    <message>
        <source>Shows the GPU times of a .duelo file beside yours, with its origin</source>
        <translation>Muestra los tiempos de GPU de un archivo .duelo junto a los suyos, con su procedencia</translation>
    </message>
    <message>
        <source>Obtained from another group…</source>
        <translation>Obtenido de otro grupo…</translation>
    </message>
    <message>
        <source>Reference time (classmates or teacher)…</source>
        <translation>Tiempo de referencia (compañeros o docente)…</translation>
    </message>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n núcleo</numerusform>
            <numerusform>%n núcleos</numerusform>
        </translation>
    </message>
    <message>
        <source>not available</source>
        <translation>no disponible</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>Quitar %1</translation>
    </message>
</context>
<context>
    <name>duelo::ui::DiagnosisPage</name>
    <message>
        <source>Save diagnosis report…</source>
        <translation>Guardar informe de diagnóstico…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copies the whole report to the clipboard</source>
        <translation>Copia el informe entero al portapapeles</translation>
    </message>
    <message>
        <source>Copied to the clipboard</source>
        <translation>Copiado al portapapeles</translation>
    </message>
    <message>
        <source>Run self-test</source>
        <translation>Ejecutar autocomprobación</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Buscar de nuevo</translation>
    </message>
    <message>
        <source>Examines this PC again</source>
        <translation>Examina otra vez este PC</translation>
    </message>
    <message>
        <source>Compare with another PC…</source>
        <translation>Comparar con otro PC…</translation>
    </message>
    <message>
        <source>Shows what another PC&apos;s file says beside this PC</source>
        <translation>Muestra lo que dice el archivo de otro PC junto a este</translation>
    </message>
    <message>
        <source>Parts of the diagnosis</source>
        <translation>Partes del diagnóstico</translation>
    </message>
    <message>
        <source>This PC</source>
        <translation>Este PC</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>Dato</translation>
    </message>
    <message>
        <source>Self-test running…</source>
        <translation>Autocomprobación en marcha…</translation>
    </message>
</context>
<context>
    <name>duelo::ui::DistributionChart</name>
    <message>
        <source>each row has its own scale</source>
        <translation>cada fila tiene su propia escala</translation>
    </message>
    <message>
        <source>median %1 ms</source>
        <translation>mediana %1 ms</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ExperimentFrame</name>
    <message>
        <source>Close this message</source>
        <translation>Cerrar este mensaje</translation>
    </message>
    <message>
        <source>Part of the results</source>
        <translation>Parte de los resultados</translation>
    </message>
    <message>
        <source>Table of results</source>
        <translation>Tabla de resultados</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>Cancelar (Esc)</translation>
    </message>
    <message>
        <source>Measure (F5)</source>
        <translation>Medir (F5)</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ExperimentPage</name>
    <message numerus="yes">
        <source>%n case(s)</source>
        <translation>
            <numerusform>%n caso</numerusform>
            <numerusform>%n casos</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Cancelando…</translation>
    </message>
    <message>
        <source>Cancel  Esc</source>
        <translation>Cancelar  Esc</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ExportChoice</name>
    <message>
        <source>PDF report</source>
        <translation>Informe en PDF</translation>
    </message>
    <message>
        <source>Web page (HTML)</source>
        <translation>Página web (HTML)</translation>
    </message>
    <message>
        <source>Excel workbook (XLSX)</source>
        <translation>Libro de Excel (XLSX)</translation>
    </message>
    <message>
        <source>CSV for Excel</source>
        <translation>CSV para Excel</translation>
    </message>
    <message>
        <source>CSV data</source>
        <translation>CSV de datos</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>LaTeX</source>
        <translation>LaTeX</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Chart as PNG picture</source>
        <translation>Gráfico como imagen PNG</translation>
    </message>
    <message>
        <source>Chart as SVG drawing</source>
        <translation>Gráfico como dibujo SVG</translation>
    </message>
    <message>
        <source>PyTorch program</source>
        <translation>Programa de PyTorch</translation>
    </message>
    <message>
        <source>Copy of the record file</source>
        <translation>Copia del archivo .duelo</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ExportMenu</name>
    <message>
        <source>Copy the table</source>
        <translation>Copiar la tabla</translation>
    </message>
    <message>
        <source>Copy the chart</source>
        <translation>Copiar el gráfico</translation>
    </message>
    <message>
        <source>Equivalent PyTorch code…</source>
        <translation>Código PyTorch equivalente…</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Language of the report</source>
        <translation>Idioma del informe</translation>
    </message>
</context>
<context>
    <name>duelo::ui::FormValues</name>
    <message>
        <source>All cores</source>
        <translation>Todos los núcleos</translation>
    </message>
    <message>
        <source>One thread per physical core</source>
        <translation>Un hilo por núcleo físico</translation>
    </message>
</context>
<context>
    <name>duelo::ui::GlossaryPage</name>
    <message>
        <source>Search a term</source>
        <translation>Buscar un término</translation>
    </message>
    <message>
        <source>Search the glossary</source>
        <translation>Buscar en el glosario</translation>
    </message>
    <message>
        <source>Search names and explanations (%1)</source>
        <translation>Busca en nombres y explicaciones (%1)</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Glosario</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Términos</translation>
    </message>
    <message>
        <source>flag: %1</source>
        <translation>indicador: %1</translation>
    </message>
    <message>
        <source>No term contains “%1”</source>
        <translation>Ningún término contiene «%1»</translation>
    </message>
    <message numerus="yes">
        <source>%n terms</source>
        <translation>
            <numerusform>%n término</numerusform>
            <numerusform>%n términos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::GuideAspects</name>
    <message>
        <source>My reflection is written</source>
        <translation>Mi reflexión está escrita</translation>
    </message>
</context>
<context>
    <name>duelo::ui::GuideOptionB</name>
    <message>
        <source>Add another PC&apos;s file…</source>
        <translation>Añadir el archivo de otro PC…</translation>
    </message>
</context>
<context>
    <name>duelo::ui::GuideStepView</name>
    <message>
        <source>Examine this PC again</source>
        <translation>Examinar otra vez este PC</translation>
    </message>
    <message>
        <source>See the equivalent PyTorch code</source>
        <translation>Ver código PyTorch equivalente</translation>
    </message>
    <message>
        <source>Choose images</source>
        <translation>Elegir imágenes</translation>
    </message>
    <message>
        <source>Choose models</source>
        <translation>Elegir modelos</translation>
    </message>
    <message>
        <source>Measure on the CPU</source>
        <translation>Medir en la CPU</translation>
    </message>
    <message>
        <source>Measure on the GPU</source>
        <translation>Medir en la GPU</translation>
    </message>
    <message>
        <source>Compare CPU and GPU</source>
        <translation>Comparar CPU y GPU</translation>
    </message>
    <message>
        <source>See the chart</source>
        <translation>Ver el gráfico</translation>
    </message>
    <message>
        <source>Add another PC&apos;s file…</source>
        <translation>Añadir el archivo de otro PC…</translation>
    </message>
    <message>
        <source>Option B</source>
        <translation>Opción B</translation>
    </message>
    <message>
        <source>Table of equivalents</source>
        <translation>Tabla de equivalencias</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>Paso anterior</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Paso siguiente</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ImageStrip</name>
    <message>
        <source>Add images</source>
        <translation>Añadir imágenes</translation>
    </message>
    <message>
        <source>Add images: files or a folder; they can also be dropped here</source>
        <translation>Añadir imágenes: archivos o una carpeta; también se pueden soltar aquí</translation>
    </message>
    <message>
        <source>Images…</source>
        <translation>Imágenes…</translation>
    </message>
    <message>
        <source>A folder of images…</source>
        <translation>Una carpeta de imágenes…</translation>
    </message>
    <message>
        <source>Random tensor</source>
        <translation>Tensor aleatorio</translation>
    </message>
    <message>
        <source>Random tensor: what the handout measures</source>
        <translation>Tensor aleatorio: lo que mide el guion</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Quitar de la lista</translation>
    </message>
</context>
<context>
    <name>duelo::ui::InferenceForm</name>
    <message>
        <source>Part of the plan</source>
        <translation>Parte del plan</translation>
    </message>
    <message>
        <source>Add a part</source>
        <translation>Añadir una parte</translation>
    </message>
    <message>
        <source>Remove this part</source>
        <translation>Quitar esta parte</translation>
    </message>
    <message>
        <source>Parts of the plan</source>
        <translation>Partes del plan</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Size (px)</source>
        <translation>Tamaño (px)</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Lote</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Dispositivos</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Avanzado</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>Hilos de la CPU</translation>
    </message>
    <message>
        <source>Number format</source>
        <translation>Formato numérico</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modo</translation>
    </message>
    <message>
        <source>Preprocessing of photographs</source>
        <translation>Preproceso de las fotografías</translation>
    </message>
    <message>
        <source>Seed of the random numbers</source>
        <translation>Semilla de los números aleatorios</translation>
    </message>
    <message>
        <source>Measurement mode</source>
        <translation>Modo de medición</translation>
    </message>
    <message>
        <source>Fit of photographs</source>
        <translation>Ajuste de las fotografías</translation>
    </message>
    <message>
        <source>%1: tensor</source>
        <translation>%1: tensor</translation>
    </message>
    <message>
        <source>%1: photos</source>
        <translation>%1: fotos</translation>
    </message>
</context>
<context>
    <name>duelo::ui::InferencePage</name>
    <message>
        <source>Time and size</source>
        <translation>Tiempo y tamaño</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>Distribución</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>Evolución</translation>
    </message>
    <message>
        <source>Time of CPU and GPU over image size</source>
        <translation>Tiempo de CPU y GPU según el tamaño de la imagen</translation>
    </message>
    <message>
        <source>Distribution of the measurements</source>
        <translation>Distribución de las medidas</translation>
    </message>
    <message>
        <source>Measurements in their order</source>
        <translation>Medidas en su orden</translation>
    </message>
    <message>
        <source>The chart appears with the first measured size.</source>
        <translation>El gráfico aparece con el primer tamaño medido.</translation>
    </message>
    <message>
        <source>The measurements of the chosen row appear here.</source>
        <translation>Aquí aparecen las medidas de la fila elegida.</translation>
    </message>
    <message>
        <source>The measurements of the chosen row appear here in their order.</source>
        <translation>Aquí aparecen, en su orden, las medidas de la fila elegida.</translation>
    </message>
    <message>
        <source>Logarithmic scale</source>
        <translation>Escala logarítmica</translation>
    </message>
    <message>
        <source>Each step multiplies the time; equal ratios are equal distances</source>
        <translation>Cada paso multiplica el tiempo; a cocientes iguales, distancias iguales</translation>
    </message>
    <message>
        <source>How much faster is the GPU?</source>
        <translation>¿Cuánto más rápida es la GPU?</translation>
    </message>
    <message>
        <source>Choose what to measure on the left, or open a .duelo file.</source>
        <translation>Elija a la izquierda qué medir, o abra un archivo .duelo.</translation>
    </message>
    <message>
        <source>These rows are different images: see Distribution.</source>
        <translation>Estas filas son imágenes distintas: vea «Distribución».</translation>
    </message>
    <message>
        <source>Measure  F5</source>
        <translation>Medir  F5</translation>
    </message>
    <message>
        <source>%1 (another group)</source>
        <translation>%1 (otro grupo)</translation>
    </message>
    <message>
        <source>%1 (reference)</source>
        <translation>%1 (referencia)</translation>
    </message>
</context>
<context>
    <name>duelo::ui::KeysDialog</name>
    <message>
        <source>Keyboard</source>
        <translation>Teclado</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Comandos y sus teclas</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Comando</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Teclas</translation>
    </message>
</context>
<context>
    <name>duelo::ui::LinesChart</name>
    <message>
        <source>still measuring</source>
        <translation>aún se está midiendo</translation>
    </message>
</context>
<context>
    <name>duelo::ui::MainWindow</name>
    <message>
        <source>Start</source>
        <translation>Inicio</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Guía</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Glosario</translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation>Diagnóstico</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Abrir…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>Presentar</translation>
    </message>
    <message>
        <source>All commands</source>
        <translation>Todos los comandos</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Results are saved in %1</source>
        <translation>Los resultados se guardan en %1</translation>
    </message>
    <message>
        <source>Esc cancels · what is measured is already saved</source>
        <translation>Esc cancela · lo medido ya está guardado</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Escrito: %1</translation>
    </message>
    <message>
        <source>File of another PC</source>
        <translation>Archivo de otro PC</translation>
    </message>
    <message>
        <source>Duelo (*.duelo)</source>
        <translation>Duelo (*.duelo)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Duelo results (*.duelo);;All files (*)</source>
        <translation>Resultados de Duelo (*.duelo);;Todos los archivos (*)</translation>
    </message>
    <message numerus="yes">
        <source>This measurement is not complete: %n case(s) missing.</source>
        <translation>
            <numerusform>Esta medición no está completa: falta %n caso.</numerusform>
            <numerusform>Esta medición no está completa: faltan %n casos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Resume: %n missing</source>
        <translation>
            <numerusform>Reanudar: falta %n</numerusform>
            <numerusform>Reanudar: faltan %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancelled. What was measured is kept.</source>
        <translation>Medición cancelada. Lo medido se conserva.</translation>
    </message>
    <message>
        <source>Folder of images</source>
        <translation>Carpeta de imágenes</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Images (*.jpg *.jpeg *.png *.bmp *.webp *.tif *.tiff);;All files (*)</source>
        <translation>Imágenes (*.jpg *.jpeg *.png *.bmp *.webp *.tif *.tiff);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Weights of %1</source>
        <translation>Pesos de %1</translation>
    </message>
    <message>
        <source>Weights (*.pth *.safetensors *.pt);;All files (*)</source>
        <translation>Pesos (*.pth *.safetensors *.pt);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Save diagnosis report</source>
        <translation>Guardar informe de diagnóstico</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Texto (*.txt)</translation>
    </message>
    <message>
        <source>About Duelo</source>
        <translation>Acerca de Duelo</translation>
    </message>
    <message>
        <source>Duelo %1

Measures and explains what a CPU and a GPU do with the same work.

The window is GPL-3.0-or-later, the engine Apache-2.0. The licences of all that is shipped with them are in the folder licences.
Qt %2</source>
        <translation>Duelo %1

Mide y explica qué hacen una CPU y una GPU con el mismo trabajo.

La ventana es GPL-3.0-or-later; el motor, Apache-2.0. Las licencias de todo lo que se entrega con ellos están en la carpeta licences.
Qt %2</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Entrenar</translation>
    </message>
    <message>
        <source>Folder of training data</source>
        <translation>Carpeta de datos de entrenamiento</translation>
    </message>
</context>
<context>
    <name>duelo::ui::MistakesView</name>
    <message>
        <source>Worst mistakes</source>
        <translation>Peores errores</translation>
    </message>
    <message>
        <source>The test images that the network got wrong appear here.</source>
        <translation>Aquí aparecen las imágenes de prueba en las que la red se equivocó.</translation>
    </message>
    <message>
        <source>The network got every test image right.</source>
        <translation>La red acertó todas las imágenes de prueba.</translation>
    </message>
    <message>
        <source>Test images that the network got wrong, the surest answers first.</source>
        <translation>Imágenes de prueba en las que la red se equivocó, primero las respuestas más seguras.</translation>
    </message>
    <message>
        <source>Worst mistakes: %1</source>
        <translation>Peores errores: %1</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ModelList</name>
    <message>
        <source>Weights of %1</source>
        <translation>Pesos de %1</translation>
    </message>
    <message>
        <source>Found on this PC, else random</source>
        <translation>Los que haya en este PC; si no, aleatorios</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Elegir un archivo…</translation>
    </message>
    <message>
        <source>Download the official ones</source>
        <translation>Descargar los oficiales</translation>
    </message>
    <message>
        <source>%1 million parameters; weights: %2</source>
        <translation>%1 millones de parámetros; pesos: %2</translation>
    </message>
</context>
<context>
    <name>duelo::ui::Plot</name>
    <message>
        <source>Left and Right go from point to point and show its values.</source>
        <translation>Izquierda y Derecha van de punto en punto y muestran sus valores.</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ProgressStrip</name>
    <message>
        <source>Progress of the whole run</source>
        <translation>Progreso de toda la medición</translation>
    </message>
    <message>
        <source>Progress of this case</source>
        <translation>Progreso de este caso</translation>
    </message>
    <message>
        <source>Starting the engine…</source>
        <translation>Iniciando el motor…</translation>
    </message>
    <message>
        <source>Starting the engine again…</source>
        <translation>Iniciando otra vez el motor…</translation>
    </message>
    <message>
        <source>Cancelling; what is measured is kept…</source>
        <translation>Cancelando; lo medido se conserva…</translation>
    </message>
    <message>
        <source>Case %1 of %2</source>
        <translation>Caso %1 de %2</translation>
    </message>
</context>
<context>
    <name>duelo::ui::RecentList</name>
    <message numerus="yes">
        <source>Resume, %n missing</source>
        <translation>
            <numerusform>Reanudar, falta %n</numerusform>
            <numerusform>Reanudar, faltan %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Desanclar</translation>
    </message>
    <message>
        <source>Pin: it stays in the list</source>
        <translation>Anclar: se queda en la lista</translation>
    </message>
    <message>
        <source>Unpin %1</source>
        <translation>Desanclar %1</translation>
    </message>
    <message>
        <source>Pin %1</source>
        <translation>Anclar %1</translation>
    </message>
    <message>
        <source>Remove from this list; the file stays</source>
        <translation>Quitar de esta lista; el archivo se conserva</translation>
    </message>
    <message>
        <source>Remove %1 from the list</source>
        <translation>Quitar %1 de la lista</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ScriptDialog</name>
    <message>
        <source>Equivalent PyTorch code</source>
        <translation>Código PyTorch equivalente</translation>
    </message>
    <message>
        <source>PyTorch program</source>
        <translation>Programa de PyTorch</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Guardar…</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Copiado.</translation>
    </message>
    <message>
        <source>Save the program</source>
        <translation>Guardar el programa</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Escrito: %1</translation>
    </message>
    <message>
        <source>It could not be written: %1</source>
        <translation>No se ha podido escribir: %1</translation>
    </message>
</context>
<context>
    <name>duelo::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Colores</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>&amp;Decimal sign</source>
        <translation>Signo &amp;decimal</translation>
    </message>
    <message>
        <source>Comma: 1,5</source>
        <translation>Coma: 1,5</translation>
    </message>
    <message>
        <source>Point: 1.5</source>
        <translation>Punto: 1.5</translation>
    </message>
    <message>
        <source>&amp;Text size</source>
        <translation>&amp;Tamaño del texto</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>&amp;Folder of the results</source>
        <translation>Ca&amp;rpeta de los resultados</translation>
    </message>
    <message>
        <source>Folder of the results</source>
        <translation>Carpeta de los resultados</translation>
    </message>
    <message>
        <source>&amp;Subject</source>
        <translation>&amp;Asignatura</translation>
    </message>
    <message>
        <source>T&amp;eacher</source>
        <translation>D&amp;ocente</translation>
    </message>
    <message>
        <source>St&amp;udent</source>
        <translation>&amp;Estudiante</translation>
    </message>
    <message>
        <source>&amp;Group</source>
        <translation>&amp;Grupo</translation>
    </message>
    <message>
        <source>Settings are kept in %1</source>
        <translation>Los ajustes se guardan en %1</translation>
    </message>
</context>
<context>
    <name>duelo::ui::StartPage</name>
    <message>
        <source>Start</source>
        <translation>Inicio</translation>
    </message>
    <message>
        <source>Compare CPU and GPU</source>
        <translation>Comparar CPU y GPU</translation>
    </message>
    <message>
        <source>Measures the default plan; every choice can be changed before</source>
        <translation>Mide el plan por defecto; antes se puede cambiar cualquier opción</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Buscar de nuevo</translation>
    </message>
    <message>
        <source>Examines this PC again</source>
        <translation>Examina otra vez este PC</translation>
    </message>
    <message>
        <source>Diagnosis…</source>
        <translation>Diagnóstico…</translation>
    </message>
    <message>
        <source>This PC</source>
        <translation>Este PC</translation>
    </message>
    <message>
        <source>Understood, do not show again</source>
        <translation>Entendido, no mostrar más</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Abrir…</translation>
    </message>
    <message>
        <source>Open another file (%1)</source>
        <translation>Abrir otro archivo (%1)</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Archivos recientes</translation>
    </message>
    <message>
        <source>The session in eight steps</source>
        <translation>La práctica en ocho pasos</translation>
    </message>
</context>
<context>
    <name>duelo::ui::TopBar</name>
    <message>
        <source>No usable GPU</source>
        <translation>Sin GPU utilizable</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n core(s)</source>
        <translation>
            <numerusform>%1, %n núcleo</numerusform>
            <numerusform>%1, %n núcleos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n core(s), threads: %2</source>
        <translation>
            <numerusform>%1, %n núcleo, hilos: %2</numerusform>
            <numerusform>%1, %n núcleos, hilos: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::TrainingForm</name>
    <message>
        <source>Needs an NVIDIA GPU</source>
        <translation>Necesita una GPU NVIDIA</translation>
    </message>
    <message>
        <source>%1 million parameters, images of %2 px</source>
        <translation>%1 millones de parámetros, imágenes de %2 px</translation>
    </message>
    <message>
        <source>The learning rate must be a number above 0 and up to 1000, for example 0.001 or 1e-3.</source>
        <translation>La tasa de aprendizaje debe ser un número mayor que 0 y de 1000 como máximo, por ejemplo 0.001 o 1e-3.</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Neurons of the hidden layer</source>
        <translation>Neuronas de la capa oculta</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>Own folder…</source>
        <translation>Carpeta propia…</translation>
    </message>
    <message>
        <source>A folder with a folder of images per class, or with IDX files (.gz too)</source>
        <translation>Una carpeta con una subcarpeta de imágenes por clase, o con archivos IDX (también .gz)</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Lote</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Aprendizaje</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Dispositivos</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Avanzado</translation>
    </message>
    <message>
        <source>How often the network sees every image of the training part</source>
        <translation>Cuántas veces ve la red cada imagen de entrenamiento</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimizador</translation>
    </message>
    <message>
        <source>How far each update goes; typical: 0.001 for Adam, 0.01 for SGD</source>
        <translation>Cuánto avanza cada actualización; lo habitual: 0.001 con Adam, 0.01 con SGD</translation>
    </message>
    <message>
        <source>Find rate…</source>
        <translation>Buscar tasa…</translation>
    </message>
    <message>
        <source>Tries 100 rates from small to large on this network and these data</source>
        <translation>Prueba 100 tasas, de pequeña a grande, con esta red y estos datos</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Épocas</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Tasa</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>Hilos de la CPU</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modo</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nunca</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>End at validation accuracy</source>
        <translation>Terminar al alcanzar en validación</translation>
    </message>
    <message>
        <source>End after epochs without improvement</source>
        <translation>Terminar tras épocas sin mejora</translation>
    </message>
    <message>
        <source>Time limit of each case</source>
        <translation>Tiempo límite de cada caso</translation>
    </message>
    <message>
        <source>Momentum of SGD</source>
        <translation>Momento de SGD</translation>
    </message>
    <message>
        <source>Seed of the random numbers</source>
        <translation>Semilla de los números aleatorios</translation>
    </message>
    <message>
        <source>Vary the images at random</source>
        <translation>Variar las imágenes al azar</translation>
    </message>
    <message>
        <source>Turned, mirrored and shifted anew in every epoch; equal everywhere</source>
        <translation>Giradas, reflejadas y desplazadas de nuevo en cada época; igual en todos los dispositivos</translation>
    </message>
    <message>
        <source>Decode in every epoch</source>
        <translation>Decodificar en cada época</translation>
    </message>
    <message>
        <source>Measures reading the files as well, as many programs do it</source>
        <translation>Mide también la lectura de los archivos, como hacen muchos programas</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>Determinista</translation>
    </message>
    <message>
        <source>The same seed gives the same weights, bit for bit</source>
        <translation>La misma semilla da los mismos pesos, bit a bit</translation>
    </message>
    <message>
        <source>Save the weights</source>
        <translation>Guardar los pesos</translation>
    </message>
    <message>
        <source>As a .safetensors file beside the results</source>
        <translation>Como archivo .safetensors junto a los resultados</translation>
    </message>
    <message numerus="yes">
        <source>The form shows the first part of the plan. %n more part(s) are kept and trained as they are.</source>
        <translation>
            <numerusform>El formulario muestra la primera parte del plan. Hay %n parte más, que se conserva y se entrena tal cual.</numerusform>
            <numerusform>El formulario muestra la primera parte del plan. Hay %n partes más, que se conservan y se entrenan tal cual.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The plan trains on %n more data set(s), until other data are chosen here.</source>
        <translation>
            <numerusform>El plan entrena además con %n conjunto de datos más, mientras no se elijan otros aquí.</numerusform>
            <numerusform>El plan entrena además con %n conjuntos de datos más, mientras no se elijan otros aquí.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::TrainingPage</name>
    <message>
        <source>Data</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Exactitud</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Pérdida</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tiempo</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>Confusión</translation>
    </message>
    <message>
        <source>Mistakes</source>
        <translation>Errores</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Tasa</translation>
    </message>
    <message>
        <source>Accuracy, epoch by epoch</source>
        <translation>Exactitud, época a época</translation>
    </message>
    <message>
        <source>Loss, epoch by epoch</source>
        <translation>Pérdida, época a época</translation>
    </message>
    <message>
        <source>Where the time of an epoch goes</source>
        <translation>En qué se va el tiempo de una época</translation>
    </message>
    <message>
        <source>Loss over the learning rate</source>
        <translation>Pérdida según la tasa de aprendizaje</translation>
    </message>
    <message>
        <source>The curves begin with the first epoch.</source>
        <translation>Las curvas empiezan con la primera época.</translation>
    </message>
    <message>
        <source>The parts of an epoch appear here with the first one.</source>
        <translation>Las partes de una época aparecen aquí con la primera.</translation>
    </message>
    <message>
        <source>Find rate: 100 steps with a rising rate show where the loss falls fastest.</source>
        <translation>Buscar tasa: 100 pasos con una tasa creciente muestran dónde baja más la pérdida.</translation>
    </message>
    <message>
        <source>Whose results are shown</source>
        <translation>De quién son los resultados</translation>
    </message>
    <message>
        <source>Use this rate</source>
        <translation>Usar esta tasa</translation>
    </message>
    <message>
        <source>Puts the suggested rate into the form</source>
        <translation>Pone la tasa sugerida en el formulario</translation>
    </message>
    <message>
        <source>Find rate…</source>
        <translation>Buscar tasa…</translation>
    </message>
    <message>
        <source>Tries 100 rates from small to large on this network and these data</source>
        <translation>Prueba 100 tasas, de pequeña a grande, con esta red y estos datos</translation>
    </message>
    <message>
        <source>Train  F5</source>
        <translation>Entrenar  F5</translation>
    </message>
    <message>
        <source>How does a network learn, and how much faster on the GPU?</source>
        <translation>¿Cómo aprende una red, y cuánto más rápido en la GPU?</translation>
    </message>
    <message>
        <source>Choose network and data on the left, or open a .duelo file.</source>
        <translation>Elija la red y los datos a la izquierda, o abra un archivo .duelo.</translation>
    </message>
    <message>
        <source>Which learning rate?</source>
        <translation>¿Qué tasa de aprendizaje?</translation>
    </message>
    <message>
        <source>Each step raises the rate; the loss says which ones teach.</source>
        <translation>Cada paso sube la tasa; la pérdida dice con cuáles se aprende.</translation>
    </message>
    <message>
        <source>Which times are shown</source>
        <translation>Qué tiempos se muestran</translation>
    </message>
</context>
<context>
    <name>duelo::ui::WindowActions</name>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Medir</translation>
    </message>
    <message>
        <source>&amp;Cancel the measurement</source>
        <translation>&amp;Cancelar la medición</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Abrir…</translation>
    </message>
    <message>
        <source>Save a copy of the .duelo file…</source>
        <translation>Guardar una copia del archivo .duelo…</translation>
    </message>
    <message>
        <source>&amp;Export the report…</source>
        <translation>&amp;Exportar el informe…</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>Copiar la tabla</translation>
    </message>
    <message>
        <source>Copy the chart</source>
        <translation>Copiar el gráfico</translation>
    </message>
    <message>
        <source>Equivalent PyTorch code…</source>
        <translation>Código PyTorch equivalente…</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>&amp;Presentar</translation>
    </message>
    <message>
        <source>Show the explanations</source>
        <translation>Mostrar las explicaciones</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Página de inicio</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Guided session</source>
        <translation>Práctica guiada</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Glosario</translation>
    </message>
    <message>
        <source>Diagnosis of this PC</source>
        <translation>Diagnóstico de este PC</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Texto más grande</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Texto más pequeño</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>A&amp;justes…</translation>
    </message>
    <message>
        <source>&amp;Keyboard…</source>
        <translation>&amp;Teclado…</translation>
    </message>
    <message>
        <source>&amp;About Duelo</source>
        <translation>Acerca &amp;de Duelo</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Entrenar</translation>
    </message>
</context>
</TS>
