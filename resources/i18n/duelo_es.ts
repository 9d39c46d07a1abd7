<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>Tip</name>
    <message>
        <source>One has to stay chosen.</source>
        <translation>Uno tiene que quedar elegido.</translation>
    </message>
</context>
<context>
    <name>duelo::ui::AllowDialog</name>
    <message>
        <source>Programs that came with this plan</source>
        <translation>Programas que vienen con este plan</translation>
    </message>
    <message>
        <source>Allow and measure</source>
        <translation>Permitir y medir</translation>
    </message>
    <message numerus="yes">
        <source>%n blanks</source>
        <translation>
            <numerusform>%n espacio</numerusform>
            <numerusform>%n espacios</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n empty lines</source>
        <translation>
            <numerusform>%n línea vacía</numerusform>
            <numerusform>%n líneas vacías</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This plan brings programs of somebody&apos;s own: %n. They run with all your rights on this PC. Read them, and allow them only if you trust whoever wrote them.</source>
        <translation>
            <numerusform>Este plan trae programas propios de alguien: %n. Se ejecutan con todos los permisos de usted en este PC. Léalos y permítalos solo si confía en quien los escribió.</numerusform>
            <numerusform>Este plan trae programas propios de alguien: %n. Se ejecutan con todos los permisos de usted en este PC. Léalos y permítalos solo si confía en quien los escribió.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s), %1 characters</source>
        <translation>
            <numerusform>%n línea, %1 caracteres</numerusform>
            <numerusform>%n líneas, %1 caracteres</numerusform>
        </translation>
    </message>
</context>
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
    <name>duelo::ui::Beside</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>duelo::ui::CardColumn</name>
    <message>
        <source>Explanations of this result</source>
        <translation>Explicaciones de este resultado</translation>
    </message>
    <message>
        <source>Fewer</source>
        <translation>Menos</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n más</numerusform>
            <numerusform>%n más</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ChangeDialog</name>
    <message>
        <source>What if…?</source>
        <translation>¿Y si…?</translation>
    </message>
    <message>
        <source>A proposal is more than an idea once it is measured: what it gains, what it costs, and where the idea is from.</source>
        <translation>Una propuesta medida es más que una idea: qué gana, qué cuesta y de dónde sale.</translation>
    </message>
    <message>
        <source>Instead of</source>
        <translation>En lugar de</translation>
    </message>
    <message>
        <source>what if</source>
        <translation>¿y si…?</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>Author, year, address: where the idea is from</source>
        <translation>Autor, año, dirección: de dónde sale la idea</translation>
    </message>
    <message>
        <source>%1 (not measured yet)</source>
        <translation>%1 (sin medir)</translation>
    </message>
    <message>
        <source>Put it into the report</source>
        <translation>Ponerlo en el informe</translation>
    </message>
    <message>
        <source>Open or measure something first.</source>
        <translation>Primero abra o mida algo.</translation>
    </message>
    <message>
        <source>Not measured yet. Its page asks what you expect, and F5 measures it together with what it is set against.</source>
        <translation>Sin medir todavía. Su página pregunta qué espera usted, y F5 lo mide junto con aquello con lo que se compara.</translation>
    </message>
    <message>
        <source>Predict and measure…</source>
        <translation>Predecir y medir…</translation>
    </message>
    <message>
        <source>Asking the open files…</source>
        <translation>Preguntando a los archivos abiertos…</translation>
    </message>
    <message>
        <source>The open files say nothing to that.</source>
        <translation>Los archivos abiertos no dicen nada de eso.</translation>
    </message>
    <message>
        <source>Known papers</source>
        <translation>Artículos conocidos</translation>
    </message>
    <message>
        <source>Choose the one that you have read…</source>
        <translation>Elija el que haya leído…</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ChartTabView</name>
    <message>
        <source>Logarithmic scale</source>
        <translation>Escala logarítmica</translation>
    </message>
    <message>
        <source>Which chart is shown</source>
        <translation>Qué gráfico se muestra</translation>
    </message>
    <message>
        <source>Each step multiplies the time; equal ratios are equal distances</source>
        <translation>Cada paso multiplica el tiempo; a cocientes iguales, distancias iguales</translation>
    </message>
</context>
<context>
    <name>duelo::ui::CheatDialog</name>
    <message>
        <source>Cheat on purpose (class game)</source>
        <translation>Hacer trampa a propósito (juego de clase)</translation>
    </message>
    <message>
        <source>Choose two of the measured times so that the comparison misleads: another image size, fewer threads, another precision, the first call against the median. Another group opens the file and finds the trick. The file, and whatever is exported of it, says that it is a game; the measurement that it is made of stays as it is.</source>
        <translation>Elija dos de los tiempos medidos de modo que la comparación engañe: otro tamaño de imagen, menos hilos, otra precisión, la primera llamada frente a la mediana. Otro grupo abre el archivo y encuentra la trampa. El archivo, y todo lo que se exporta de él, dice que es un juego; la medida de la que sale queda como está.</translation>
    </message>
    <message>
        <source>The one that shall lose</source>
        <translation>El que tiene que perder</translation>
    </message>
    <message>
        <source>its time</source>
        <translation>su tiempo</translation>
    </message>
    <message>
        <source>its name</source>
        <translation>su nombre</translation>
    </message>
    <message>
        <source>The one that shall win</source>
        <translation>El que tiene que ganar</translation>
    </message>
    <message>
        <source>Save the game…</source>
        <translation>Guardar el juego…</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ChipGroup</name>
    <message>
        <source>%1: add a value</source>
        <translation>%1: añadir un valor</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Add a value</source>
        <translation>Añadir un valor</translation>
    </message>
    <message>
        <source>Add a value: %1</source>
        <translation>Añadir un valor: %1</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ChipsField</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ClaimDialog</name>
    <message>
        <source>Check a claim</source>
        <translation>Comprobar una afirmación</translation>
    </message>
    <message>
        <source>I claim</source>
        <translation>Afirmo</translation>
    </message>
    <message>
        <source>one thing is faster than another</source>
        <translation>que algo va más rápido que otra cosa</translation>
    </message>
    <message>
        <source>one thing is faster in every case</source>
        <translation>que algo va más rápido en todos los casos</translation>
    </message>
    <message>
        <source>how the time grows</source>
        <translation>cómo crece el tiempo</translation>
    </message>
    <message>
        <source>what more threads bring</source>
        <translation>qué aportan más hilos</translation>
    </message>
    <message>
        <source>one result is better than another</source>
        <translation>que un resultado es mejor que otro</translation>
    </message>
    <message>
        <source>This</source>
        <translation>Esto</translation>
    </message>
    <message>
        <source>does this</source>
        <translation>hace esto</translation>
    </message>
    <message>
        <source>against this</source>
        <translation>comparado con esto</translation>
    </message>
    <message>
        <source>because of</source>
        <translation>debido a</translation>
    </message>
    <message>
        <source>Put it into the report</source>
        <translation>Ponerlo en el informe</translation>
    </message>
    <message>
        <source>I do not say why</source>
        <translation>No digo por qué</translation>
    </message>
    <message>
        <source>Say what you think and why. The figures are those of files that are open or that the report keeps: they can agree with it, contradict it, or say nothing. The report gets these figures; the explanation is yours to write.</source>
        <translation>Diga qué cree y por qué. Las cifras son las de los archivos abiertos o de los que guarda el informe: pueden darle la razón, contradecirle o no decir nada. El informe recibe estas cifras; la explicación la escribe usted.</translation>
    </message>
    <message>
        <source>By the files</source>
        <translation>Según los archivos</translation>
    </message>
    <message>
        <source>Asking the files…</source>
        <translation>Preguntando a los archivos…</translation>
    </message>
    <message>
        <source>These files have nothing of that kind: measure it, or open a file that has it.</source>
        <translation>Estos archivos no tienen nada de ese tipo: mídalo o abra un archivo que lo tenga.</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ClassCards</name>
    <message>
        <source>What “clean” proves</source>
        <translation>Qué prueba «limpio»</translation>
    </message>
    <message>
        <source>%1 · %2 · %3: %4</source>
        <translation>%1 · %2 · %3: %4</translation>
    </message>
    <message>
        <source>Against the class: no difference found.</source>
        <translation>Frente a la clase: ninguna diferencia hallada.</translation>
    </message>
    <message>
        <source>What differs from the class:</source>
        <translation>En qué se distingue de la clase:</translation>
    </message>
    <message>
        <source>%1: %2 (the class: %3, %4 of %5)</source>
        <translation>%1: %2 (la clase: %3, %4 de %5)</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>Abrir archivo</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>sin GPU</translation>
    </message>
    <message>
        <source>Cannot measure on the GPU (%1)</source>
        <translation>No pueden medir la GPU (%1)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>All seats</source>
        <translation>Todos los puestos</translation>
    </message>
    <message>
        <source>Set aside (%1)</source>
        <translation>Apartados (%1)</translation>
    </message>
    <message numerus="yes">
        <source>%n more, with what to do</source>
        <translation>
            <numerusform>%n más, con qué hacer</numerusform>
            <numerusform>%n más, con qué hacer</numerusform>
        </translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Qué hacer</translation>
    </message>
    <message>
        <source>Count with a reserve (%1)</source>
        <translation>Cuentan con reservas (%1)</translation>
    </message>
    <message>
        <source>Set aside (%1), with a reserve (%2)</source>
        <translation>Apartados (%1), con reservas (%2)</translation>
    </message>
    <message>
        <source>counts, with a reserve: %1</source>
        <translation>cuenta, con reservas: %1</translation>
    </message>
    <message>
        <source>PCs three times or more off equal processors (%1)</source>
        <translation>PC a tres veces o más de procesadores iguales (%1)</translation>
    </message>
    <message numerus="yes">
        <source>and %n more of its times</source>
        <translation>
            <numerusform>y %n tiempo suyo más</numerusform>
            <numerusform>y %n tiempos suyos más</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more PC(s); the exports name them all</source>
        <translation>
            <numerusform>y %n PC más; las exportaciones los nombran todos</numerusform>
            <numerusform>y %n PC más; las exportaciones los nombran todos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ClassDesk</name>
    <message>
        <source>Folder of the class</source>
        <translation>Carpeta de la clase</translation>
    </message>
    <message>
        <source>Files of the class</source>
        <translation>Archivos de la clase</translation>
    </message>
    <message>
        <source>Files of a class (*.duelo *.zip *.json);;All files (*)</source>
        <translation>Archivos de una clase (*.duelo *.zip *.json);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>class</source>
        <translation>clase</translation>
    </message>
    <message>
        <source>Questions for Moodle</source>
        <translation>Preguntas para Moodle</translation>
    </message>
    <message>
        <source>Grading worksheet, as Moodle gave it</source>
        <translation>Hoja de calificaciones, como la dio Moodle</translation>
    </message>
    <message>
        <source>Grading worksheet (*.csv);;All files (*)</source>
        <translation>Hoja de calificaciones (*.csv);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Worksheet with facts, for Moodle</source>
        <translation>Hoja con hechos, para Moodle</translation>
    </message>
    <message>
        <source>Grading worksheet (*.csv)</source>
        <translation>Hoja de calificaciones (*.csv)</translation>
    </message>
    <message>
        <source>ZIP with a page for each submission, for Moodle</source>
        <translation>ZIP con una página por entrega, para Moodle</translation>
    </message>
    <message>
        <source>Feedback files (*.zip)</source>
        <translation>Archivos de retroalimentación (*.zip)</translation>
    </message>
    <message>
        <source>Writing the worksheet and the pages…</source>
        <translation>Escribiendo la hoja y las páginas…</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of the worksheet have no submission here.</source>
        <translation>
            <numerusform>%n fila de la hoja no tiene entrega aquí.</numerusform>
            <numerusform>%n filas de la hoja no tienen entrega aquí.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more submission(s) without a row.</source>
        <translation>
            <numerusform>Y %n entrega más sin fila.</numerusform>
            <numerusform>Y %n entregas más sin fila.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ClassFilters</name>
    <message>
        <source>Comparison</source>
        <translation>Comparación</translation>
    </message>
    <message>
        <source>Which variants are set against each other</source>
        <translation>Qué variantes se comparan entre sí</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Vista</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Se muestra</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Tiempos</translation>
    </message>
    <message>
        <source>Time of every PC over the cases, before the class&apos;s box</source>
        <translation>Tiempo de cada PC en cada caso, sobre la caja de la clase</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Aceleración</translation>
    </message>
    <message>
        <source>Two variants of every PC, in the order of the seats</source>
        <translation>Dos variantes de cada PC, en el orden de los puestos</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Predicción</translation>
    </message>
    <message>
        <source>What was measured over what was predicted</source>
        <translation>Lo que se midió frente a lo que se predijo</translation>
    </message>
    <message>
        <source>Seats</source>
        <translation>Puestos</translation>
    </message>
    <message>
        <source>What each PC can do, by its probe file</source>
        <translation>Qué puede hacer cada PC, según su archivo de «probe»</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>Apartados</translation>
    </message>
    <message>
        <source>Files that do not count, or not all of them, and why</source>
        <translation>Archivos que no cuentan, o no del todo, y por qué</translation>
    </message>
    <message>
        <source>clean only</source>
        <translation>solo limpias</translation>
    </message>
    <message>
        <source>Leaves out what is doubtful or not closed. What the checksum of a closed file proves and what it does not is told at the foot of the cards.</source>
        <translation>Quita lo dudoso y lo que quedó sin cerrar. Qué prueba la suma de comprobación de un archivo cerrado, y qué no, se dice al pie de las tarjetas.</translation>
    </message>
    <message>
        <source>names</source>
        <translation>nombres</translation>
    </message>
    <message>
        <source>Shows students&apos; names; never in a presentation</source>
        <translation>Muestra los nombres de los estudiantes; nunca al presentar</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Caso</translation>
    </message>
    <message>
        <source>What was measured</source>
        <translation>Lo que se midió</translation>
    </message>
    <message>
        <source>Of it</source>
        <translation>Del cual</translation>
    </message>
    <message>
        <source>The case whose speed-up is shown</source>
        <translation>El caso cuya aceleración se muestra</translation>
    </message>
    <message>
        <source>PCs</source>
        <translation>PC</translation>
    </message>
    <message>
        <source>With a GPU of their own (A) or without one (B)</source>
        <translation>Con GPU propia (A) o sin ella (B)</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Grupo</translation>
    </message>
    <message>
        <source>The group of the label</source>
        <translation>El grupo de la etiqueta</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>The model of the GPU</source>
        <translation>El modelo de la GPU</translation>
    </message>
    <message>
        <source>all</source>
        <translation>todos</translation>
    </message>
    <message>
        <source>with a GPU (A)</source>
        <translation>con GPU (A)</translation>
    </message>
    <message>
        <source>without a GPU (B)</source>
        <translation>sin GPU (B)</translation>
    </message>
    <message>
        <source>Mistakes</source>
        <translation>Errores</translation>
    </message>
    <message>
        <source>Predictions and claims that were measured otherwise, without names</source>
        <translation>Predicciones y afirmaciones que lo medido contradice, sin nombres</translation>
    </message>
    <message>
        <source>Submissions</source>
        <translation>Entregas</translation>
    </message>
    <message>
        <source>What each student or team has handed in</source>
        <translation>Lo que ha entregado cada estudiante o equipo</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ClassPage</name>
    <message>
        <source>Before the lab: Export, Teacher&apos;s pack… makes the folder that each PC opens.</source>
        <translation>Antes de la práctica: Exportar, Material para la clase… hace la carpeta que se abre en cada PC.</translation>
    </message>
    <message>
        <source>No PC of this choice has a time of both variants that are compared, both without doubt.</source>
        <translation>Ningún PC de esta elección tiene un tiempo de las dos variantes que se comparan, ambos sin dudas.</translation>
    </message>
    <message>
        <source>No file of this choice tells what was expected. The window asks before an experiment is measured for the first time.</source>
        <translation>Ningún archivo de esta elección dice qué se esperaba. La ventana lo pregunta antes de medir un experimento por primera vez.</translation>
    </message>
    <message>
        <source>No PC has told what it can do. On each of them “duelo-engine probe --out FOLDER --seat 14” writes a file for this page.</source>
        <translation>Ningún PC ha dicho qué puede medir. En cada uno, «duelo-engine probe --out CARPETA --seat 14» escribe un archivo para esta página.</translation>
    </message>
    <message>
        <source>Every file counts.</source>
        <translation>Todos los archivos cuentan.</translation>
    </message>
    <message>
        <source>There is nothing to show of this choice.</source>
        <translation>De esta elección no hay nada que mostrar.</translation>
    </message>
    <message>
        <source>Drop the folder, the ZIP of the learning platform or the files of the class here. Folders are watched: what arrives later is added by itself. Nothing is changed, and nothing is sent over the network.</source>
        <translation>Suelte aquí la carpeta, el ZIP de la plataforma o los archivos de la clase. Las carpetas se vigilan: lo que llegue después se añade solo. No se cambia nada y nada se envía por la red.</translation>
    </message>
    <message>
        <source>Close the class</source>
        <translation>Cerrar la clase</translation>
    </message>
    <message>
        <source>Takes all off this page; the files stay where they are</source>
        <translation>Quita todo de esta página; los archivos se quedan donde están</translation>
    </message>
    <message>
        <source>Files read</source>
        <translation>Archivos leídos</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
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
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>The class: every PC in one picture</source>
        <translation>La clase: todos los PC en una imagen</translation>
    </message>
    <message>
        <source>No measurements yet</source>
        <translation>Todavía no hay medidas</translation>
    </message>
    <message>
        <source>%1 · one time of each PC, case and variant, clean where there is one</source>
        <translation>%1 · un tiempo por PC, caso y variante, limpio si lo hay</translation>
    </message>
    <message>
        <source>%1 of %2 files read · %3 s</source>
        <translation>%1 de %2 archivos leídos · %3 s</translation>
    </message>
    <message>
        <source>cancelled: what was read stays</source>
        <translation>cancelado: lo que se leyó se queda</translation>
    </message>
    <message>
        <source>watched: what arrives is added</source>
        <translation>vigilada: lo que llegue se añade</translation>
    </message>
    <message>
        <source>Questions for Moodle…</source>
        <translation>Preguntas para Moodle…</translation>
    </message>
    <message>
        <source>Teacher&apos;s pack…</source>
        <translation>Material para la clase…</translation>
    </message>
    <message>
        <source>What each PC said of itself by probe, and what to do about it</source>
        <translation>Lo que cada PC dijo de sí con probe y qué hacer al respecto</translation>
    </message>
    <message>
        <source>Drawing…</source>
        <translation>Dibujando…</translation>
    </message>
    <message>
        <source>Grading worksheet and feedback for Moodle…</source>
        <translation>Hoja de calificaciones y retroalimentación para Moodle…</translation>
    </message>
    <message>
        <source>No prediction and no claim of a report was measured otherwise. A doubtful measurement contradicts nobody.</source>
        <translation>Lo medido no contradice ninguna predicción ni afirmación de un informe. Una medida dudosa no contradice a nadie.</translation>
    </message>
    <message>
        <source>No file lies as Moodle, Canvas or Google Classroom packs what was handed in. Add the ZIP of the platform, or the folder it was unpacked to.</source>
        <translation>Ningún archivo está como empaquetan las entregas Moodle, Canvas o Google Classroom. Añada el ZIP de la plataforma o la carpeta en que se descomprimió.</translation>
    </message>
    <message>
        <source>Of predictions and of claims in reports that measurements answer</source>
        <translation>De las predicciones y las afirmaciones de informes a las que lo medido responde</translation>
    </message>
    <message>
        <source>Export the class</source>
        <translation>Exportar la clase</translation>
    </message>
    <message>
        <source>For the class</source>
        <translation>Para la clase</translation>
    </message>
    <message>
        <source>What a teacher prepares before the lesson</source>
        <translation>Lo que un docente prepara antes de la clase</translation>
    </message>
    <message>
        <source>Cheat on purpose (class game)…</source>
        <translation>Hacer trampa a propósito (juego de clase)…</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Files, ZIPs or a folder of the class, on a stick or a share too</source>
        <translation>Archivos, ZIP o una carpeta de la clase, también en una memoria o un recurso compartido</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Carpeta…</translation>
    </message>
    <message>
        <source>Files and ZIPs…</source>
        <translation>Archivos y ZIP…</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ClassTable</name>
    <message>
        <source>Seat</source>
        <translation>Puesto</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Veredicto</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Controlador</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Qué hacer</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nada</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Motivo</translation>
    </message>
    <message numerus="yes">
        <source>and %n more file(s)</source>
        <translation>
            <numerusform>y %n archivo más</numerusform>
            <numerusform>y %n archivos más</numerusform>
        </translation>
    </message>
    <message>
        <source>Seats</source>
        <translation>Puestos</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>Apartados</translation>
    </message>
    <message>
        <source>Counts?</source>
        <translation>¿Cuenta?</translation>
    </message>
    <message>
        <source>Submissions</source>
        <translation>Entregas</translation>
    </message>
    <message>
        <source>Submission</source>
        <translation>Entrega</translation>
    </message>
    <message>
        <source>Late?</source>
        <translation>¿Tarde?</translation>
    </message>
    <message>
        <source>PC</source>
        <translation>PC</translation>
    </message>
    <message>
        <source>What is in it</source>
        <translation>Qué hay en ella</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Número</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ConfusionTab</name>
    <message>
        <source>Confusion</source>
        <translation>Confusión</translation>
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
    <name>duelo::ui::CoverForm</name>
    <message>
        <source>Title</source>
        <translation>Título</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Autores</translation>
    </message>
    <message>
        <source>Surnames, name; surnames, name</source>
        <translation>Apellidos, nombre; apellidos, nombre</translation>
    </message>
    <message>
        <source>Institution</source>
        <translation>Centro</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Asignatura</translation>
    </message>
    <message>
        <source>Teacher</source>
        <translation>Docente</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Grupo</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Language of the report</source>
        <translation>Idioma del informe</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Today’s, where it is left empty</source>
        <translation>La de hoy, si se deja vacía</translation>
    </message>
    <message>
        <source>Say which exercises with kernels are solved</source>
        <translation>Decir qué ejercicios con núcleos están resueltos</translation>
    </message>
    <message>
        <source>As a fact, without a grade. The report keeps what is solved when this is ticked.</source>
        <translation>Como un hecho, sin nota. El informe guarda lo que está resuelto al marcar esta casilla.</translation>
    </message>
</context>
<context>
    <name>duelo::ui::DataSourceField</name>
    <message>
        <source>Own folder…</source>
        <translation>Carpeta propia…</translation>
    </message>
    <message>
        <source>Images in a subfolder per class, or IDX files (.gz too)</source>
        <translation>Carpeta con una subcarpeta de imágenes por clase, o archivos IDX (.gz)</translation>
    </message>
    <message>
        <source>Folder of training data</source>
        <translation>Carpeta de datos de entrenamiento</translation>
    </message>
</context>
<context>
    <name>duelo::ui::DataTab</name>
    <message>
        <source>Data</source>
        <translation>Datos</translation>
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
    <name>duelo::ui::DefectsTab</name>
    <message>
        <source>Tell me whether that is right</source>
        <translation>Comprobar</translation>
    </message>
    <message>
        <source>What is wrong with it?</source>
        <translation>¿Qué le pasa?</translation>
    </message>
    <message>
        <source>Name the defect of each of them; then it is told.</source>
        <translation>Nombre el defecto de cada uno; después se dice.</translation>
    </message>
    <message>
        <source>✓ Right.</source>
        <translation>✓ Correcto.</translation>
    </message>
    <message>
        <source>✗ It is: %1.</source>
        <translation>✗ Es: %1.</translation>
    </message>
    <message>
        <source>%1 of %2 are right.</source>
        <translation>Correctos: %1 de %2.</translation>
    </message>
</context>
<context>
    <name>duelo::ui::DeviceList</name>
    <message>
        <source>From another PC…</source>
        <translation>De otro PC…</translation>
    </message>
    <message>
        <source>Obtained from another group…</source>
        <translation>Obtenido de otro grupo…</translation>
    </message>
    <message>
        <source>Reference time (classmates or teacher)…</source>
        <translation>Tiempo de referencia (compañeros o docente)…</translation>
    </message>
    <message>
        <source>Reference files of Duelo or the teacher&apos;s pack…</source>
        <translation>Archivos de referencia de Duelo o del docente…</translation>
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
    <message>
        <source>Type times…</source>
        <translation>Escribir tiempos…</translation>
    </message>
    <message>
        <source>Paste a program&apos;s output…</source>
        <translation>Pegar la salida de un programa…</translation>
    </message>
    <message>
        <source>GPU times of a .duelo file, beside yours</source>
        <translation>Tiempos de GPU de un archivo .duelo, junto a los suyos</translation>
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
    <name>duelo::ui::DuelLane</name>
    <message>
        <source>finished in %1</source>
        <translation>terminó en %1</translation>
    </message>
    <message>
        <source>starting · %1</source>
        <translation>arrancando · %1</translation>
    </message>
    <message>
        <source>of %1 · %2</source>
        <translation>de %1 · %2</translation>
    </message>
</context>
<context>
    <name>duelo::ui::DuelTab</name>
    <message>
        <source>Duel</source>
        <translation>Duelo</translation>
    </message>
    <message>
        <source>Who races whom</source>
        <translation>Quién compite con quién</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 contra %2</translation>
    </message>
    <message>
        <source>The duel waits: a replay would take time from what is measured.</source>
        <translation>El duelo espera: una repetición quitaría tiempo a lo que se mide.</translation>
    </message>
    <message>
        <source>A duel needs two variants of one row, with a time and samples.</source>
        <translation>Un duelo necesita dos variantes de una fila, con un tiempo y sus medidas.</translation>
    </message>
</context>
<context>
    <name>duelo::ui::DuelView</name>
    <message>
        <source>Bet:</source>
        <translation>Apuesta:</translation>
    </message>
    <message>
        <source>Bet: %1</source>
        <translation>Apuesta: %1</translation>
    </message>
    <message>
        <source>Clear the bets</source>
        <translation>Borrar las apuestas</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Otra vez</translation>
    </message>
    <message>
        <source>Speed × %1</source>
        <translation>Velocidad × %1</translation>
    </message>
    <message>
        <source>with load and first call</source>
        <translation>con arranque: carga y primera llamada</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>empate</translation>
    </message>
    <message>
        <source>Bets: %1</source>
        <translation>Apuestas: %1</translation>
    </message>
    <message>
        <source>No winner is told, so no bet was right or wrong.</source>
        <translation>No se declara ganador, así que ninguna apuesta acierta ni falla.</translation>
    </message>
    <message>
        <source>Right bets: %1 of %2.</source>
        <translation>Apuestas acertadas: %1 de %2.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Empezar</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Seguir</translation>
    </message>
    <message>
        <source>The result appears when both lanes have ended.</source>
        <translation>El resultado aparece cuando terminan los dos carriles.</translation>
    </message>
</context>
<context>
    <name>duelo::ui::EmulatedTab</name>
    <message>
        <source>Emulate</source>
        <translation>Emular</translation>
    </message>
    <message>
        <source>The kernels for a GPU, run on this PC thread by thread, without a GPU: what they would have one do, not how long it would take.</source>
        <translation>Los núcleos para una GPU, ejecutados en este PC hilo por hilo, sin GPU: qué harían en una, no cuánto tardarían.</translation>
    </message>
    <message>
        <source>What the emulated GPU did</source>
        <translation>Lo que hizo la GPU emulada</translation>
    </message>
    <message>
        <source>The engine is emulating…</source>
        <translation>El motor está emulando…</translation>
    </message>
    <message>
        <source>Emulated GPU</source>
        <translation>GPU emulada</translation>
    </message>
</context>
<context>
    <name>duelo::ui::EvidenceList</name>
    <message>
        <source>Open or measure something, and what it says can be cited here, of a run once it is over. A class game proves nothing and is not offered.</source>
        <translation>Abra o mida algo y aquí podrá citar lo que dice, de una medición cuando acabe. Un juego de clase no prueba nada y no se ofrece.</translation>
    </message>
    <message>
        <source>Putting together what can be cited…</source>
        <translation>Se reúne lo que se puede citar…</translation>
    </message>
    <message>
        <source>Search what was measured</source>
        <translation>Buscar en lo medido</translation>
    </message>
    <message>
        <source>What can be cited</source>
        <translation>Lo que se puede citar</translation>
    </message>
    <message>
        <source>A click puts it where the cursor of the report is</source>
        <translation>Un clic lo pone donde está el cursor del informe</translation>
    </message>
    <message>
        <source>Evidence of the open files</source>
        <translation>Pruebas de los archivos abiertos</translation>
    </message>
    <message>
        <source>Check a claim…</source>
        <translation>Comprobar una afirmación…</translation>
    </message>
    <message>
        <source>What if…?</source>
        <translation>¿Y si…?</translation>
    </message>
    <message>
        <source>Say what you think and why, and see what the figures say to it</source>
        <translation>Diga qué cree y por qué, y vea qué dicen las cifras</translation>
    </message>
    <message>
        <source>A change, what it gains and what it costs, with its source</source>
        <translation>Un cambio, qué gana y qué cuesta, con su fuente</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>De %1</translation>
    </message>
    <message>
        <source>Nothing that was measured says “%1”. Try a shorter word, or clear the search.</source>
        <translation>Nada de lo medido dice «%1». Pruebe con una palabra más corta o borre la búsqueda.</translation>
    </message>
    <message>
        <source>The analysis has no evidence of threads yet. This measures the same with %1 threads: its page asks what you expect, and F5 begins.</source>
        <translation>El análisis todavía no tiene pruebas sobre los hilos. Esto mide lo mismo con %1 hilos: su página pregunta qué espera, y F5 empieza.</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ExerciseBar</name>
    <message>
        <source>Hint</source>
        <translation>Pista</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ExperimentForm</name>
    <message numerus="yes">
        <source>The form shows the first block of variants. %n more block(s) are kept and run as they are.</source>
        <translation>
            <numerusform>El formulario muestra el primer bloque de variantes. Hay %n bloque más, que se conserva y se ejecuta tal cual.</numerusform>
            <numerusform>El formulario muestra el primer bloque de variantes. Hay %n bloques más, que se conservan y se ejecutan tal cual.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: kept as the plan has it.</source>
        <translation>%1: se conserva como está en el plan.</translation>
    </message>
    <message>
        <source>Not with %1: %2</source>
        <translation>No con %1: %2</translation>
    </message>
    <message>
        <source>Only with %1: %2</source>
        <translation>Solo con %1: %2</translation>
    </message>
    <message>
        <source>Parts of the plan</source>
        <translation>Partes del plan</translation>
    </message>
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
        <source>Measurement mode</source>
        <translation>Modo de medición</translation>
    </message>
    <message numerus="yes">
        <source>%n part(s)</source>
        <translation>
            <numerusform>%n parte</numerusform>
            <numerusform>%n partes</numerusform>
        </translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>On what</source>
        <translation>En qué</translation>
    </message>
    <message>
        <source>How it is measured</source>
        <translation>Cómo se mide</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ExperimentFrame</name>
    <message>
        <source>Table of results</source>
        <translation>Tabla de resultados</translation>
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
        <source>none can be measured here</source>
        <translation>ninguno se puede medir aquí</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>Cancelando…</translation>
    </message>
    <message>
        <source>Cancel  Esc</source>
        <translation>Cancelar  Esc</translation>
    </message>
    <message>
        <source>%1 (another group)</source>
        <translation>%1 (otro grupo)</translation>
    </message>
    <message>
        <source>%1 (reference)</source>
        <translation>%1 (referencia)</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>%1 de memoria</translation>
    </message>
    <message>
        <source>Scaling: %1 %2</source>
        <translation>Escalado: %1 %2</translation>
    </message>
    <message>
        <source>Doubtful: %1</source>
        <translation>Dudosa: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s) failed</source>
        <translation>
            <numerusform>%n celda ha fallado</numerusform>
            <numerusform>%n celdas han fallado</numerusform>
        </translation>
    </message>
    <message>
        <source>Lost: the engine ended</source>
        <translation>Perdida: el motor terminó</translation>
    </message>
    <message numerus="yes">
        <source>Measures %n doubtful, lost or failed cell(s) again; both results are kept</source>
        <translation>
            <numerusform>Mide de nuevo %n celda dudosa, perdida o fallida; se guardan ambos resultados</numerusform>
            <numerusform>Mide de nuevo %n celdas dudosas, perdidas o fallidas; se guardan ambos resultados</numerusform>
        </translation>
    </message>
    <message>
        <source>This PC, %1</source>
        <translation>Este PC, %1</translation>
    </message>
    <message>
        <source>Duel: %1</source>
        <translation>Duelo: %1</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ExportChoice</name>
    <message>
        <source>PDF document</source>
        <translation>Documento PDF</translation>
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
        <source>Program to take home</source>
        <translation>Programa para llevar</translation>
    </message>
    <message>
        <source>Copy of the record file</source>
        <translation>Copia del archivo .duelo</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>copia</translation>
    </message>
    <message>
        <source>Text document (ODT)</source>
        <translation>Documento de texto (ODT)</translation>
    </message>
    <message>
        <source>Word document (DOCX)</source>
        <translation>Documento de Word (DOCX)</translation>
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
        <source>Program to take home…</source>
        <translation>Programa para llevar…</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Further tables (CSV)</source>
        <translation>Otras tablas (CSV)</translation>
    </message>
    <message>
        <source>Language of the measurement sheet</source>
        <translation>Idioma de la hoja de medidas</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>Escribiendo %1…</translation>
    </message>
    <message>
        <source>Measurement sheet: %1…</source>
        <translation>Hoja de medidas: %1…</translation>
    </message>
    <message>
        <source>My report: %1…</source>
        <translation>Mi informe: %1…</translation>
    </message>
    <message>
        <source>Laying out the pages…</source>
        <translation>Se preparan las páginas…</translation>
    </message>
    <message>
        <source>Printing…</source>
        <translation>Imprimiendo…</translation>
    </message>
    <message>
        <source>Print the table…</source>
        <translation>Imprimir la tabla…</translation>
    </message>
    <message>
        <source>Print the chart…</source>
        <translation>Imprimir el gráfico…</translation>
    </message>
</context>
<context>
    <name>duelo::ui::Fields</name>
    <message>
        <source>Measure the scaling</source>
        <translation>Medir la escalabilidad</translation>
    </message>
    <message>
        <source>Chooses %1, for speed-up and efficiency</source>
        <translation>Elige %1, para ver la aceleración y la eficiencia</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Elegir un archivo…</translation>
    </message>
    <message>
        <source>a command</source>
        <translation>una orden</translation>
    </message>
</context>
<context>
    <name>duelo::ui::FileBar</name>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Other results</source>
        <translation>Otros resultados</translation>
    </message>
    <message>
        <source>Another PC…</source>
        <translation>Otro PC…</translation>
    </message>
    <message>
        <source>Last result: %1</source>
        <translation>Último resultado: %1</translation>
    </message>
    <message numerus="yes">
        <source>Resume: %n missing</source>
        <translation>
            <numerusform>Reanudar: falta %n</numerusform>
            <numerusform>Reanudar: faltan %n</numerusform>
        </translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>hoy %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>ayer</translation>
    </message>
</context>
<context>
    <name>duelo::ui::FindingHead</name>
    <message>
        <source>Conditions</source>
        <translation>Condiciones</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Repetir</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Por qué</translation>
    </message>
</context>
<context>
    <name>duelo::ui::FolderDialog</name>
    <message>
        <source>Where results are saved</source>
        <translation>Dónde se guardan los resultados</translation>
    </message>
    <message>
        <source>Your teacher&apos;s pack wants your measurements to be saved in this folder:</source>
        <translation>El material de su docente quiere que sus mediciones se guarden en esta carpeta:</translation>
    </message>
    <message>
        <source>Folder that the pack wants</source>
        <translation>Carpeta que quiere el material</translation>
    </message>
    <message>
        <source>It is on another computer: whoever manages it can read and change what you save, and your PC may log in there with your account. Without the network nothing is saved.</source>
        <translation>Está en otro ordenador: quien lo administra puede leer y cambiar lo que guarde, y su PC puede iniciar sesión allí con su cuenta. Sin red no se guarda nada.</translation>
    </message>
    <message>
        <source>It belongs to another user of this PC: %1, who can read and change what you save.</source>
        <translation>Pertenece a otro usuario de este PC: %1, que puede leer y cambiar lo que guarde.</translation>
    </message>
    <message>
        <source>Otherwise they are saved where they are now: %1</source>
        <translation>Si no, se guardan donde hasta ahora: %1</translation>
    </message>
    <message>
        <source>Save in the pack&apos;s folder</source>
        <translation>Guardar en la carpeta del material</translation>
    </message>
    <message>
        <source>Keep my folder</source>
        <translation>Mantener mi carpeta</translation>
    </message>
</context>
<context>
    <name>duelo::ui::FormColumn</name>
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
    <name>duelo::ui::GameBar</name>
    <message>
        <source>Find the trick…</source>
        <translation>Buscar la trampa…</translation>
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
    <message>
        <source>Terms with %1</source>
        <translation>Términos con %1</translation>
    </message>
</context>
<context>
    <name>duelo::ui::GpuStrip</name>
    <message>
        <source>GPU: its processes, and its readings as a file</source>
        <translation>GPU: sus procesos, y sus lecturas en un archivo</translation>
    </message>
    <message>
        <source>Load (line, 0 to 100 %) and temperature (dots, 0 to 100 °C)</source>
        <translation>Carga (línea, de 0 a 100 %) y temperatura (puntos, de 0 a 100 °C)</translation>
    </message>
    <message>
        <source>Read at %1: %2</source>
        <translation>Leído a las %1: %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>load %1</source>
        <translation>carga %1</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>memoria %1</translation>
    </message>
    <message>
        <source>Also on the GPU: %1</source>
        <translation>También en la GPU: %1</translation>
    </message>
    <message>
        <source>The driver names no process</source>
        <translation>El controlador no nombra ningún proceso</translation>
    </message>
    <message>
        <source>%1 (Duelo)</source>
        <translation>%1 (Duelo)</translation>
    </message>
    <message>
        <source>Save the readings as CSV…</source>
        <translation>Guardar las lecturas como CSV…</translation>
    </message>
</context>
<context>
    <name>duelo::ui::GuideAspects</name>
    <message>
        <source>My reflection is written</source>
        <translation>Mi reflexión está escrita</translation>
    </message>
    <message>
        <source>Write the report</source>
        <translation>Redactar el informe</translation>
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
        <source>Measure with 1, 2, … threads</source>
        <translation>Medir con 1, 2, … hilos</translation>
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
    <message>
        <source>Add another group&apos;s file…</source>
        <translation>Añadir el archivo de otro grupo…</translation>
    </message>
    <message>
        <source>Add a file of reference times…</source>
        <translation>Añadir un archivo de referencia…</translation>
    </message>
    <message>
        <source>Reference files…</source>
        <translation>Archivos de referencia…</translation>
    </message>
    <message>
        <source>Type times…</source>
        <translation>Escribir tiempos…</translation>
    </message>
    <message>
        <source>Paste a program&apos;s output…</source>
        <translation>Pegar la salida de un programa…</translation>
    </message>
    <message>
        <source>Weights from a file…</source>
        <translation>Pesos de un archivo…</translation>
    </message>
    <message>
        <source>Download the official weights</source>
        <translation>Descargar los pesos oficiales</translation>
    </message>
    <message>
        <source>Teacher&apos;s pack…</source>
        <translation>Paquete del docente…</translation>
    </message>
    <message>
        <source>Answer it in the report</source>
        <translation>Responder en el informe</translation>
    </message>
</context>
<context>
    <name>duelo::ui::HandInDialog</name>
    <message>
        <source>Hand in</source>
        <translation>Entregar</translation>
    </message>
    <message>
        <source>One ZIP with the PDF, your report and the .duelo files that it cites. It is read again once it is written.</source>
        <translation>Un solo ZIP con el PDF, su informe y los archivos .duelo que cita. Una vez escrito se vuelve a leer.</translation>
    </message>
    <message>
        <source>Surnames, name</source>
        <translation>Apellidos, nombre</translation>
    </message>
    <message>
        <source>Surnames, name; surnames, name</source>
        <translation>Apellidos, nombre; apellidos, nombre</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Grupo</translation>
    </message>
    <message>
        <source>Seat</source>
        <translation>Puesto</translation>
    </message>
    <message>
        <source>Number of the PC or of the place</source>
        <translation>Número del PC o del sitio</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>This PC remembers nothing of it: names, group and seat stay in your report.</source>
        <translation>Este PC no recuerda nada de esto: nombres, grupo y puesto quedan en su informe.</translation>
    </message>
    <message>
        <source>Type who hands it in.</source>
        <translation>Escriba quién lo entrega.</translation>
    </message>
    <message>
        <source>Take the file of the classroom&apos;s GPU home too</source>
        <translation>Llevarse también a casa el archivo de la GPU del aula</translation>
    </message>
    <message>
        <source>At home there may be no GPU. It will lie beside the ZIP.</source>
        <translation>En casa quizá no haya GPU. Quedará junto al ZIP.</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ImportDialog</name>
    <message>
        <source>Times of another PC or program</source>
        <translation>Tiempos de otro PC o programa</translation>
    </message>
    <message>
        <source>Add the column</source>
        <translation>Añadir la columna</translation>
    </message>
    <message>
        <source>Type times</source>
        <translation>Escribir tiempos</translation>
    </message>
    <message>
        <source>Paste a program&apos;s output</source>
        <translation>Pegar la salida de un programa</translation>
    </message>
    <message>
        <source>One time for each row of the table; empty: none. A comma or a point, and a unit if you like: %1, 4 ms.</source>
        <translation>Un tiempo por cada fila de la tabla; vacío: ninguno. Con coma o con punto y, si quiere, con su unidad: %1, 4 ms.</translation>
    </message>
    <message>
        <source>Unit of times without one</source>
        <translation>Unidad de los que no la llevan</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>segundos</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>milisegundos</translation>
    </message>
    <message>
        <source>These times are</source>
        <translation>Estos tiempos son</translation>
    </message>
    <message>
        <source>measured elsewhere; I have no file</source>
        <translation>medidos en otro equipo; no tengo archivo</translation>
    </message>
    <message>
        <source>an estimate (simulated): stands apart, no ratio</source>
        <translation>una estimación (simulado): aparte, sin cociente</translation>
    </message>
    <message>
        <source>not brought</source>
        <translation>sin tiempo</translation>
    </message>
    <message>
        <source>GPU time of %1</source>
        <translation>Tiempo de GPU de %1</translation>
    </message>
    <message>
        <source>What the handout&apos;s program, or the one that Duelo writes, printed on Colab, Kaggle or another PC. Of networks only GPU times are read.</source>
        <translation>Lo que imprimió en Colab, Kaggle u otro PC el programa del guion o el que escribe Duelo. De redes solo se leen los tiempos de GPU.</translation>
    </message>
    <message>
        <source>What the program printed</source>
        <translation>Lo que imprimió el programa</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Abrir un archivo…</translation>
    </message>
    <message>
        <source>Times that were read</source>
        <translation>Tiempos leídos</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Usar</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Línea</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>Tiempo (s)</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Fila</translation>
    </message>
    <message>
        <source>for example: group 7, RTX 3060, room L21</source>
        <translation>por ejemplo: grupo 7, RTX 3060, aula L21</translation>
    </message>
    <message>
        <source>Whose times, of which GPU</source>
        <translation>De quién son y de qué GPU</translation>
    </message>
    <message>
        <source>They stand as</source>
        <translation>Figuran como</translation>
    </message>
    <message>
        <source>obtained from another group</source>
        <translation>obtenidos de otro grupo</translation>
    </message>
    <message>
        <source>reference time (classmates or teacher)</source>
        <translation>tiempo de referencia (compañeros o docente)</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>How they were timed</source>
        <translation>Cómo se midieron</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precisión</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>official (ImageNet)</source>
        <translation>oficiales (ImageNet)</translation>
    </message>
    <message>
        <source>random</source>
        <translation>aleatorios</translation>
    </message>
    <message>
        <source>others</source>
        <translation>otros</translation>
    </message>
    <message>
        <source>What a program printed</source>
        <translation>Lo que imprimió un programa</translation>
    </message>
    <message>
        <source>Text (*.txt *.log);;All files (*)</source>
        <translation>Texto (*.txt *.log);;Todos los archivos (*)</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n tiempo</numerusform>
            <numerusform>%n tiempos</numerusform>
        </translation>
    </message>
    <message>
        <source>Row of line %1</source>
        <translation>Fila de la línea %1</translation>
    </message>
    <message>
        <source>choose the row</source>
        <translation>elija la fila</translation>
    </message>
    <message>
        <source>%1: not in the table</source>
        <translation>%1: no está en la tabla</translation>
    </message>
    <message>
        <source>Time of a program of your own</source>
        <translation>Tiempo de un programa propio</translation>
    </message>
    <message>
        <source>Add the program</source>
        <translation>Añadir el programa</translation>
    </message>
    <message>
        <source>The time of the whole training, in one row alone; the next program is added by itself. A comma or a point, and a unit if you like: 28.79, 900 ms.</source>
        <translation>El tiempo del entrenamiento entero, en una sola fila; el programa siguiente se añade por separado. Con coma o punto y, si quiere, una unidad: 28,79, 900 ms.</translation>
    </message>
    <message>
        <source>Time of %1</source>
        <translation>Tiempo de %1</translation>
    </message>
    <message>
        <source>What your program printed: its time, such as &quot;Total time: 28.79 s&quot;, and its accuracy, if it tells one. Of several the last counts.</source>
        <translation>Lo que imprimió su programa: su tiempo, como «Tiempo total: 28,79 s», y su exactitud, si la dice. De varios cuenta el último.</translation>
    </message>
    <message>
        <source>for example: mlp.py, our group, this PC</source>
        <translation>por ejemplo: mlp.py, nuestro grupo, este PC</translation>
    </message>
    <message>
        <source>Which program, on which PC</source>
        <translation>Qué programa, en qué PC</translation>
    </message>
    <message>
        <source>The time of the whole training was read</source>
        <translation>Se ha leído el tiempo del entrenamiento entero</translation>
    </message>
</context>
<context>
    <name>duelo::ui::KeptGroups</name>
    <message>
        <source>Reading…</source>
        <translation>Leyendo…</translation>
    </message>
</context>
<context>
    <name>duelo::ui::KernelTab</name>
    <message>
        <source>Check</source>
        <translation>Comprobar</translation>
    </message>
    <message>
        <source>Measure it too</source>
        <translation>Medirlo también</translation>
    </message>
    <message>
        <source>Begin with</source>
        <translation>Empezar con</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Abrir…</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Guardar como…</translation>
    </message>
    <message>
        <source>Kernel that your own begins with</source>
        <translation>Núcleo con el que empieza el suyo</translation>
    </message>
    <message>
        <source>Text of your own kernel</source>
        <translation>Texto de su propio núcleo</translation>
    </message>
    <message>
        <source>What the check found</source>
        <translation>Lo que ha encontrado la comprobación</translation>
    </message>
    <message>
        <source>(your text)</source>
        <translation>(su texto)</translation>
    </message>
    <message>
        <source>%1, not kept in a file yet. The original stays as it is.</source>
        <translation>%1, aún sin guardar en un archivo. El original se queda como está.</translation>
    </message>
    <message>
        <source>Kernels (*.cu);;All files (*)</source>
        <translation>Núcleos (*.cu);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Guardado.</translation>
    </message>
    <message>
        <source>The compiler reads it…</source>
        <translation>El compilador lo lee…</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Línea %1: %2</translation>
    </message>
    <message>
        <source>It does not compile for %1.</source>
        <translation>No compila para %1.</translation>
    </message>
    <message>
        <source>It compiles for %1: kernel %2, in blocks of %3 × %4 threads for %5 × %6 elements.</source>
        <translation>Compila para %1: núcleo %2, en bloques de %3 × %4 hilos para %5 × %6 elementos.</translation>
    </message>
    <message>
        <source>%1 is one of the kernels that F5 measures. After a change add it again.</source>
        <translation>%1 es uno de los núcleos que mide F5. Después de un cambio añádalo otra vez.</translation>
    </message>
    <message>
        <source>It can be checked here. To measure it takes a GPU that Duelo can use: %1</source>
        <translation>Aquí se puede comprobar. Para medirlo hace falta una GPU que Duelo pueda usar: %1</translation>
    </message>
    <message>
        <source>Edit a kernel</source>
        <translation>Editar un núcleo</translation>
    </message>
    <message>
        <source>The check was stopped.</source>
        <translation>La comprobación se ha detenido.</translation>
    </message>
    <message>
        <source>It compiles. Now it is run thread by thread, without a GPU…</source>
        <translation>Compila. Ahora se ejecuta hilo por hilo, sin GPU…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>The text has changed, so the check was stopped.</source>
        <translation>El texto ha cambiado, así que la comprobación se ha detenido.</translation>
    </message>
    <message>
        <source>The text has changed since then: check it again.</source>
        <translation>El texto ha cambiado desde entonces: compruébelo otra vez.</translation>
    </message>
    <message>
        <source>It compiles for %1, but it was not checked any further: %2</source>
        <translation>Compila para %1, pero no se ha comprobado nada más: %2</translation>
    </message>
    <message>
        <source>It prints: %1</source>
        <translation>Escribe: %1</translation>
    </message>
    <message>
        <source>The emulator does not know what this kernel is called with, so nothing more was checked.</source>
        <translation>El emulador no sabe con qué se llama a este núcleo, así que no se ha comprobado nada más.</translation>
    </message>
    <message>
        <source>It is right where it was run thread by thread (%1): every element, also with the threads in the opposite order. Not checked: other sizes, how long it takes, and the faster code that the compiler makes for a GPU.</source>
        <translation>Es correcto donde se ha ejecutado hilo por hilo (%1): cada elemento, también con los hilos en el orden contrario. Sin comprobar: otros tamaños, cuánto tarda y el código más rápido que el compilador hace para una GPU.</translation>
    </message>
    <message>
        <source>It compiles, but was not checked to the end (%1). %2</source>
        <translation>Compila, pero no se ha comprobado hasta el final (%1). %2</translation>
    </message>
    <message>
        <source>It compiles, but is wrong (%1). %2</source>
        <translation>Compila, pero está mal (%1). %2</translation>
    </message>
    <message>
        <source>This text does not compile. Mend it first.</source>
        <translation>Este texto no compila. Corríjalo primero.</translation>
    </message>
    <message>
        <source>Exercise, solved: %1</source>
        <translation>Ejercicio, resuelto: %1</translation>
    </message>
    <message>
        <source>Exercise: %1</source>
        <translation>Ejercicio: %1</translation>
    </message>
    <message>
        <source>It is compiled, then run thread by thread, without a GPU…</source>
        <translation>Se compila y luego se ejecuta hilo por hilo, sin GPU…</translation>
    </message>
    <message>
        <source>It compiles for %1: kernel %2, launched as its text says.</source>
        <translation>Compila para %1: núcleo %2, lanzado como dice su texto.</translation>
    </message>
    <message>
        <source>No fault was found where it was run thread by thread (%1), and the result is the same with the threads in the opposite order. Whether it is right is not known: a line “// result c[i]: …” in the text says what it should be.</source>
        <translation>No se ha encontrado ningún fallo donde se ejecutó hilo por hilo (%1), y el resultado es el mismo con los hilos en el orden contrario. No se sabe si es correcto: una línea «// result c[i]: …» en el texto dice cuál debería ser.</translation>
    </message>
    <message>
        <source>In OpenCL C…</source>
        <translation>En OpenCL C…</translation>
    </message>
    <message>
        <source>The text as a GPU without CUDA runs it</source>
        <translation>El texto como lo ejecuta una GPU sin CUDA</translation>
    </message>
    <message>
        <source>A text that the check has compiled is shown in OpenCL C</source>
        <translation>Se muestra en OpenCL C un texto que la comprobación haya compilado</translation>
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
    <name>duelo::ui::LessonTab</name>
    <message>
        <source>Back</source>
        <translation>Atrás</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Siguiente</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Reproducir</translation>
    </message>
    <message>
        <source>One step back (←)</source>
        <translation>Un paso atrás (←)</translation>
    </message>
    <message>
        <source>One step on (→)</source>
        <translation>Un paso adelante (→)</translation>
    </message>
    <message>
        <source>Step by step, by itself (Space)</source>
        <translation>Paso a paso, sin pulsar (espacio)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Paso</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
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
        <source>Cancelled. What was measured is kept.</source>
        <translation>Medición cancelada. Lo medido se conserva.</translation>
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
%2</source>
        <translation>Duelo %1

Mide y explica qué hacen una CPU y una GPU con el mismo trabajo.

La ventana es GPL-3.0-or-later; el motor, Apache-2.0. Las licencias de todo lo que se entrega con ellos están en la carpeta licences.
%2</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Página de inicio</translation>
    </message>
    <message>
        <source>Guided session</source>
        <translation>Práctica guiada</translation>
    </message>
    <message>
        <source>Diagnosis of this PC</source>
        <translation>Diagnóstico de este PC</translation>
    </message>
    <message>
        <source>Measurement under way</source>
        <translation>Medición en curso</translation>
    </message>
    <message>
        <source>What is measured so far is saved. It can be resumed from the start page at any time.</source>
        <translation>Lo medido hasta ahora está guardado. Se puede reanudar desde la página de inicio en cualquier momento.</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Parar y cerrar</translation>
    </message>
    <message>
        <source>Keep measuring</source>
        <translation>Seguir midiendo</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Copiado.</translation>
    </message>
    <message>
        <source>Reading %1: %2 %</source>
        <translation>Leyendo %1: %2 %</translation>
    </message>
    <message>
        <source>Move to the bin</source>
        <translation>Mover a la papelera</translation>
    </message>
    <message>
        <source>Move %1 to the bin? What was measured there is no longer listed.</source>
        <translation>¿Mover %1 a la papelera? Lo medido ahí deja de aparecer en la lista.</translation>
    </message>
    <message>
        <source>Save the readings of the GPU</source>
        <translation>Guardar las lecturas de la GPU</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Your report</source>
        <translation>Su informe</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>The class</source>
        <translation>La clase</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Duelo results (*.duelo);;Reports (*.duelo-report);;Teacher&apos;s pack (duelo.defaults.ini);;All files (*)</source>
        <translation>Resultados de Duelo (*.duelo);;Informes (*.duelo-report);;Material de la clase (duelo.defaults.ini);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>game</source>
        <translation>juego</translation>
    </message>
    <message>
        <source>Save the game</source>
        <translation>Guardar el juego</translation>
    </message>
    <message>
        <source>Your measurement is still running. It goes on without this window, too: closing Duelo does not stop it.</source>
        <translation>Su medición sigue en marcha. Continúa también sin esta ventana: cerrar Duelo no la para.</translation>
    </message>
    <message>
        <source>Stop it</source>
        <translation>Parar</translation>
    </message>
    <message>
        <source>What can be measured</source>
        <translation>Lo que se puede medir</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
    <message>
        <source>What can be read</source>
        <translation>Lo que se puede leer</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Aprender</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>Redes</translation>
    </message>
    <message>
        <source>Kernels and limits</source>
        <translation>Núcleos y límites</translation>
    </message>
    <message>
        <source>Measuring well</source>
        <translation>Medir bien</translation>
    </message>
    <message>
        <source>What do you want to measure?</source>
        <translation>¿Qué quiere medir?</translation>
    </message>
    <message>
        <source>The session of the handout, step by step</source>
        <translation>La sesión del guion, paso a paso</translation>
    </message>
    <message>
        <source>What each word means, with what you have measured</source>
        <translation>Qué significa cada palabra, con lo que usted ha medido</translation>
    </message>
    <message>
        <source>What this PC has, and whether Duelo works on it</source>
        <translation>Qué tiene este PC y si Duelo funciona en él</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>sin medir todavía</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>experiment</source>
        <translation>experimento</translation>
    </message>
    <message>
        <source>page</source>
        <translation>página</translation>
    </message>
    <message>
        <source>result</source>
        <translation>resultado</translation>
    </message>
    <message>
        <source>action</source>
        <translation>acción</translation>
    </message>
    <message>
        <source>glossary</source>
        <translation>glosario</translation>
    </message>
    <message>
        <source>No longer beside it: %1.</source>
        <translation>Quitado de al lado: %1.</translation>
    </message>
    <message>
        <source>Put beside again</source>
        <translation>Volver a ponerlo al lado</translation>
    </message>
    <message>
        <source>Of these networks nobody offers official weights.</source>
        <translation>De estas redes nadie ofrece pesos oficiales.</translation>
    </message>
    <message>
        <source>Answer what you expect, and then measure: F5.</source>
        <translation>Responda qué espera y después mida: F5.</translation>
    </message>
    <message>
        <source>Every chosen network has trained weights here.</source>
        <translation>Todas las redes elegidas tienen aquí pesos entrenados.</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Medir de nuevo</translation>
    </message>
    <message numerus="yes">
        <source>%n case(s) would be measured again. Time: %1.</source>
        <translation>
            <numerusform>Se mediría de nuevo %n caso. Tiempo: %1.</numerusform>
            <numerusform>Se medirían de nuevo %n casos. Tiempo: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <translation>Medido: %1</translation>
    </message>
    <message>
        <source>See it</source>
        <translation>Ver</translation>
    </message>
    <message>
        <source>being measured</source>
        <translation>midiéndose</translation>
    </message>
    <message>
        <source>%1 is being measured</source>
        <translation>Se está midiendo %1</translation>
    </message>
    <message>
        <source>Comparing %1…</source>
        <translation>Comparando %1…</translation>
    </message>
    <message>
        <source>Exercises</source>
        <translation>Ejercicios</translation>
    </message>
    <message>
        <source>Kernels for a GPU to be mended, without a GPU</source>
        <translation>Núcleos para una GPU que hay que arreglar, sin GPU</translation>
    </message>
</context>
<context>
    <name>duelo::ui::MapsTab</name>
    <message>
        <source>Layer</source>
        <translation>Capa</translation>
    </message>
    <message>
        <source>Looking at the image as the network does…</source>
        <translation>Mirando la imagen como la ve la red…</translation>
    </message>
    <message>
        <source>%1: %2 values</source>
        <translation>%1: %2 valores</translation>
    </message>
    <message>
        <source>%1: %2 maps of %3 × %4</source>
        <translation>%1: %2 mapas de %3 × %4</translation>
    </message>
    <message>
        <source>%1 gets the image as below. Each layer makes maps of it: deeper ones are smaller and there are more of them. Black is the smallest value of a map, white its largest.</source>
        <translation>%1 recibe la imagen como se ve abajo. Cada capa hace mapas de ella: cuanto más profunda, más pequeños y más numerosos. Negro es el valor menor de un mapa y blanco el mayor.</translation>
    </message>
    <message>
        <source>%1 gets the image as below. Each layer makes maps of it. Black is the smallest value of a map, white its largest.</source>
        <translation>%1 recibe la imagen como se ve abajo. Cada capa hace mapas de ella. Negro es el valor menor de un mapa y blanco el mayor.</translation>
    </message>
    <message>
        <source>As the network receives it</source>
        <translation>Como la recibe la red</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Map %1</source>
        <translation>Mapa %1</translation>
    </message>
    <message>
        <source>What it sees</source>
        <translation>Lo que ve</translation>
    </message>
</context>
<context>
    <name>duelo::ui::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>Cerrar este mensaje</translation>
    </message>
</context>
<context>
    <name>duelo::ui::MissingFiles</name>
    <message>
        <source>%1 is not found, and its figures are not in the report.</source>
        <translation>No se encuentra %1, y sus cifras no están en el informe.</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>Buscar…</translation>
    </message>
    <message>
        <source>Find %1…</source>
        <translation>Buscar %1…</translation>
    </message>
</context>
<context>
    <name>duelo::ui::MistakesTab</name>
    <message>
        <source>Mistakes</source>
        <translation>Errores</translation>
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
    <name>duelo::ui::NetworksField</name>
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
        <source>Weights (*.pth *.safetensors *.pt *.ckpt *.tar);;All files (*)</source>
        <translation>Pesos (*.pth *.safetensors *.pt *.ckpt *.tar);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>%1 million parameters</source>
        <translation>%1 millones de parámetros</translation>
    </message>
</context>
<context>
    <name>duelo::ui::NumberWords</name>
    <message>
        <source>%1 for %2, %3, %4…</source>
        <translation>%1 para %2, %3, %4…</translation>
    </message>
    <message>
        <source>%1: a whole number is needed.</source>
        <translation>%1: hace falta un número entero.</translation>
    </message>
    <message>
        <source>%1: a number is needed.</source>
        <translation>%1: hace falta un número.</translation>
    </message>
    <message>
        <source>Possible: %1.</source>
        <translation>Posible: %1.</translation>
    </message>
    <message>
        <source>All cores</source>
        <translation>Todos los núcleos</translation>
    </message>
</context>
<context>
    <name>duelo::ui::OpenClDialog</name>
    <message>
        <source>In OpenCL C</source>
        <translation>En OpenCL C</translation>
    </message>
    <message>
        <source>This is what a GPU by OpenCL compiles. The marked lines had to change.</source>
        <translation>Esto es lo que compila una GPU mediante OpenCL. Las líneas marcadas han tenido que cambiar.</translation>
    </message>
    <message>
        <source>Text in OpenCL C</source>
        <translation>Texto en OpenCL C</translation>
    </message>
</context>
<context>
    <name>duelo::ui::OwnProgramFacts</name>
    <message>
        <source>for example: Python, NumPy</source>
        <translation>por ejemplo: Python, NumPy</translation>
    </message>
    <message>
        <source>Written in</source>
        <translation>Escrito en</translation>
    </message>
    <message>
        <source>Computes on</source>
        <translation>Calcula en</translation>
    </message>
    <message>
        <source>the CPU</source>
        <translation>la CPU</translation>
    </message>
    <message>
        <source>an NVIDIA GPU</source>
        <translation>una GPU de NVIDIA</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Hilos</translation>
    </message>
    <message>
        <source>for example: 91.87 %; empty: not known</source>
        <translation>por ejemplo: 91,87 %; vacío: no se sabe</translation>
    </message>
    <message>
        <source>Accuracy on the test part</source>
        <translation>Exactitud con la parte de prueba</translation>
    </message>
</context>
<context>
    <name>duelo::ui::PackCard</name>
    <message>
        <source>Open the plan</source>
        <translation>Abrir el plan</translation>
    </message>
    <message>
        <source>&amp;Seat of this PC:</source>
        <translation>&amp;Puesto de este PC:</translation>
    </message>
    <message>
        <source>Stands in what is measured here, so that the class finds this PC</source>
        <translation>Figura en lo que se mide aquí, para que la clase encuentre este PC</translation>
    </message>
    <message>
        <source>Close the pack</source>
        <translation>Cerrar el material</translation>
    </message>
    <message>
        <source>Takes its presets and this card away; the folder stays where it is</source>
        <translation>Quita lo que preajusta y esta tarjeta; la carpeta se queda donde está</translation>
    </message>
    <message>
        <source>Photographs (%1)</source>
        <translation>Fotografías (%1)</translation>
    </message>
</context>
<context>
    <name>duelo::ui::PackDesk</name>
    <message numerus="yes">
        <source>Teacher&apos;s pack written: %1, %n file(s), %2</source>
        <translation>
            <numerusform>Material para la clase escrito: %1, %n archivo, %2</numerusform>
            <numerusform>Material para la clase escrito: %1, %n archivos, %2</numerusform>
        </translation>
    </message>
    <message>
        <source>From your teacher</source>
        <translation>De su docente</translation>
    </message>
    <message>
        <source>From your teacher: %1</source>
        <translation>De su docente: %1</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Leyendo…</translation>
    </message>
    <message>
        <source>Times of a GPU for comparison: %1.</source>
        <translation>Tiempos de una GPU para comparar: %1.</translation>
    </message>
    <message>
        <source>Open times of a GPU…</source>
        <translation>Abrir tiempos de una GPU…</translation>
    </message>
    <message>
        <source>%1 is not there now. What it presets holds; connect its stick or share and open it again.</source>
        <translation>%1 no está disponible ahora. Lo que preajusta sigue vigente; conecte la memoria o la carpeta compartida y ábralo de nuevo.</translation>
    </message>
    <message>
        <source>Open the GPU reference</source>
        <translation>Abrir la referencia de GPU</translation>
    </message>
    <message>
        <source>There are times of a GPU for comparison: %1.</source>
        <translation>Hay tiempos de una GPU para comparar: %1.</translation>
    </message>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>Y %n más.</numerusform>
            <numerusform>Y %n más.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open the times of %1</source>
        <translation>Abrir los tiempos de %1</translation>
    </message>
    <message>
        <source>Put them beside</source>
        <translation>Ponerlos al lado</translation>
    </message>
    <message>
        <source>Writing the teacher&apos;s pack…</source>
        <translation>Escribiendo el material para la clase…</translation>
    </message>
</context>
<context>
    <name>duelo::ui::PackDialog</name>
    <message>
        <source>none beside those of the plan</source>
        <translation>ninguna aparte de las del plan</translation>
    </message>
    <message>
        <source>Teacher&apos;s pack</source>
        <translation>Material para la clase</translation>
    </message>
    <message>
        <source>One folder for a stick or a share: students drop it on their window, and their start page offers the plan, the photographs and the times of a GPU with one click each. It presets language, subject, teacher, group and room as in your settings.</source>
        <translation>Una carpeta para una memoria USB o un recurso compartido: se suelta sobre la ventana de cada PC y su página de inicio ofrece el plan, las fotografías y los tiempos de una GPU con un clic cada uno. Preajusta idioma, asignatura, docente, grupo y aula como en sus ajustes.</translation>
    </message>
    <message>
        <source>Session 1, room L12</source>
        <translation>Sesión 1, aula L12</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nombre</translation>
    </message>
    <message>
        <source>that of the page: %1</source>
        <translation>el de la página: %1</translation>
    </message>
    <message>
        <source>that of the first reference</source>
        <translation>el de la primera referencia</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>&amp;Plan</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Añadir…</translation>
    </message>
    <message>
        <source>Add photographs</source>
        <translation>Añadir fotografías</translation>
    </message>
    <message>
        <source>Photographs</source>
        <translation>Fotografías</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Carpeta</translation>
    </message>
    <message>
        <source>not there yet, or empty</source>
        <translation>que no exista todavía o esté vacía</translation>
    </message>
    <message>
        <source>Make it</source>
        <translation>Crear</translation>
    </message>
    <message>
        <source>Add references</source>
        <translation>Añadir referencias</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Remove the reference</source>
        <translation>Quitar la referencia</translation>
    </message>
    <message>
        <source>Files of PCs with a GPU</source>
        <translation>Archivos de PC con GPU</translation>
    </message>
    <message>
        <source>&amp;References with a GPU</source>
        <translation>&amp;Referencias con GPU</translation>
    </message>
    <message>
        <source>none; else .duelo files with times of a GPU</source>
        <translation>ninguna; si no, archivos .duelo con tiempos de una GPU</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>Folder of the pack</source>
        <translation>Carpeta del material</translation>
    </message>
    <message>
        <source>Duelo (*.duelo)</source>
        <translation>Duelo (*.duelo)</translation>
    </message>
    <message>
        <source>Images (*.jpg *.jpeg *.png *.bmp *.ppm *.pgm *.webp *.tif *.tiff)</source>
        <translation>Imágenes (*.jpg *.jpeg *.png *.bmp *.ppm *.pgm *.webp *.tif *.tiff)</translation>
    </message>
    <message numerus="yes">
        <source>%n beside those of the plan</source>
        <translation>
            <numerusform>%n aparte de las del plan</numerusform>
            <numerusform>%n aparte de las del plan</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose the folder that the pack is written to.</source>
        <translation>Elija la carpeta en la que se escribe el material.</translation>
    </message>
    <message>
        <source>Choose the reference whose plan it is.</source>
        <translation>Elija la referencia de la que es el plan.</translation>
    </message>
</context>
<context>
    <name>duelo::ui::PhotographsField</name>
    <message>
        <source>Together in one batch, of %1 or more</source>
        <translation>Juntas en un lote, de %1 o más</translation>
    </message>
    <message>
        <source>The photographs fill the places of one batch, in their order; else each one is measured by itself</source>
        <translation>Las fotografías llenan los lugares de un lote, en su orden; si no, cada una se mide por sí sola</translation>
    </message>
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
    <message>
        <source>Folder of images</source>
        <translation>Carpeta de imágenes</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Images (*.jpg *.jpeg *.png *.bmp *.ppm *.pgm *.webp *.tif *.tiff);;All files (*)</source>
        <translation>Imágenes (*.jpg *.jpeg *.png *.bmp *.ppm *.pgm *.webp *.tif *.tiff);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>A right click takes it off the list</source>
        <translation>Con el botón derecho se quita de la lista</translation>
    </message>
</context>
<context>
    <name>duelo::ui::Plot</name>
    <message>
        <source>Left and Right go from point to point and show its values.</source>
        <translation>Izquierda y Derecha van de punto en punto y muestran sus valores.</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>y %n más</numerusform>
            <numerusform>y %n más</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ProgressStrip</name>
    <message>
        <source>Progress of the whole run</source>
        <translation>Progreso de toda la medición</translation>
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
    <message>
        <source>Back to what is being measured</source>
        <translation>Volver a la medición</translation>
    </message>
</context>
<context>
    <name>duelo::ui::Rail</name>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>A measurement is under way</source>
        <translation>Hay una medición en marcha</translation>
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
        <source>Show in its folder</source>
        <translation>Mostrar en su carpeta</translation>
    </message>
    <message>
        <source>Move to the bin…</source>
        <translation>Mover a la papelera…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>More: %1</source>
        <translation>Más: %1</translation>
    </message>
    <message>
        <source>Still running: %1 of %2</source>
        <translation>Sigue en marcha: %1 de %2</translation>
    </message>
    <message>
        <source>Shows it live</source>
        <translation>La muestra en directo</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n más</numerusform>
            <numerusform>%n más</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>duelo::ui::ReferenceDialog</name>
    <message>
        <source>Looking for files…</source>
        <translation>Buscando archivos…</translation>
    </message>
    <message>
        <source>Reference files with a GPU</source>
        <translation>Archivos de referencia con GPU</translation>
    </message>
    <message>
        <source>Put it beside</source>
        <translation>Ponerlo al lado</translation>
    </message>
    <message>
        <source>Another file…</source>
        <translation>Otro archivo…</translation>
    </message>
    <message>
        <source>Which times shall stand beside yours?</source>
        <translation>¿Qué tiempos deben figurar junto a los suyos?</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ReportDesk</name>
    <message>
        <source>Reading…</source>
        <translation>Leyendo…</translation>
    </message>
    <message>
        <source>report</source>
        <translation>informe</translation>
    </message>
    <message>
        <source>Open a report</source>
        <translation>Abrir un informe</translation>
    </message>
    <message>
        <source>Reports (*.duelo-report)</source>
        <translation>Informes (*.duelo-report)</translation>
    </message>
    <message>
        <source>New report</source>
        <translation>Informe nuevo</translation>
    </message>
    <message>
        <source>Hand in</source>
        <translation>Entregar</translation>
    </message>
    <message>
        <source>%1 exists already. Replace it?</source>
        <translation>%1 ya existe. ¿Reemplazarlo?</translation>
    </message>
    <message numerus="yes">
        <source>%1 was read again: %n file(s), each as it was written.</source>
        <translation>
            <numerusform>Se ha vuelto a leer %1: %n archivo, tal como se escribió.</numerusform>
            <numerusform>Se ha vuelto a leer %1: %n archivos, cada uno tal como se escribió.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Abrir la carpeta</translation>
    </message>
    <message>
        <source>Copied beside the ZIP: %1</source>
        <translation>Copiado junto al ZIP: %1</translation>
    </message>
    <message>
        <source>Report not handed in</source>
        <translation>Informe sin entregar</translation>
    </message>
    <message>
        <source>%1 was not handed in since it was last changed. It is saved.</source>
        <translation>%1 no se ha entregado desde su último cambio. Está guardado.</translation>
    </message>
    <message>
        <source>Hand in…</source>
        <translation>Entregar…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>Escribiendo %1…</translation>
    </message>
    <message>
        <source>Composing the report…</source>
        <translation>Componiendo el informe…</translation>
    </message>
    <message>
        <source>What the report asked for is measured.</source>
        <translation>Lo que pedía el informe está medido.</translation>
    </message>
    <message>
        <source>Your proposal is measured.</source>
        <translation>Su propuesta está medida.</translation>
    </message>
    <message>
        <source>Back to the report</source>
        <translation>Volver al informe</translation>
    </message>
    <message>
        <source>Find %1</source>
        <translation>Buscar %1</translation>
    </message>
    <message>
        <source>Duelo (*.duelo)</source>
        <translation>Duelo (*.duelo)</translation>
    </message>
    <message>
        <source>Handed in: %1</source>
        <translation>Entregado: %1</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ReportOutline</name>
    <message>
        <source>Nothing is missing.</source>
        <translation>No falta nada.</translation>
    </message>
    <message>
        <source>Template of the report</source>
        <translation>Plantilla del informe</translation>
    </message>
    <message>
        <source>Sections of the report</source>
        <translation>Secciones del informe</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Plantilla</translation>
    </message>
    <message>
        <source>What is missing, facts only</source>
        <translation>Lo que falta, solo hechos</translation>
    </message>
    <message>
        <source>Cover</source>
        <translation>Portada</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ReportPage</name>
    <message>
        <source>The report</source>
        <translation>El informe</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>New report…</source>
        <translation>Informe nuevo…</translation>
    </message>
    <message>
        <source>Open a report…</source>
        <translation>Abrir un informe…</translation>
    </message>
    <message>
        <source>Export: %1…</source>
        <translation>Exportar: %1…</translation>
    </message>
    <message>
        <source>Cover</source>
        <translation>Portada</translation>
    </message>
    <message>
        <source>%1 % of the rubric</source>
        <translation>%1 % de la rúbrica</translation>
    </message>
    <message>
        <source>The tables and charts of the open files stand here.</source>
        <translation>Aquí van las tablas y los gráficos de los archivos abiertos.</translation>
    </message>
    <message>
        <source>How each figure was obtained stands here.</source>
        <translation>Aquí va cómo se ha obtenido cada cifra.</translation>
    </message>
    <message>
        <source>Write here. A click on the right cites what was measured.</source>
        <translation>Escriba aquí. Un clic a la derecha cita lo medido.</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>La respuesta</translation>
    </message>
    <message>
        <source>Choose a section with a question first.</source>
        <translation>Elija antes una sección con alguna pregunta.</translation>
    </message>
    <message>
        <source>Another window is writing %1: here it can only be read.</source>
        <translation>Otra ventana está escribiendo %1: aquí solo se puede leer.</translation>
    </message>
    <message>
        <source>%1 is saved by itself</source>
        <translation>%1 se guarda solo</translation>
    </message>
    <message>
        <source>Saved in %1 · .duelo files are not touched</source>
        <translation>Guardado en %1 · los .duelo no se tocan</translation>
    </message>
    <message>
        <source>Hand in…</source>
        <translation>Entregar…</translation>
    </message>
    <message>
        <source>Leave out of the report</source>
        <translation>Dejar fuera del informe</translation>
    </message>
    <message>
        <source>Measure threads: about %1…</source>
        <translation>Medir los hilos: unos %1…</translation>
    </message>
</context>
<context>
    <name>duelo::ui::RunningCard</name>
    <message>
        <source>See it</source>
        <translation>Ver</translation>
    </message>
    <message>
        <source>Stop it</source>
        <translation>Parar</translation>
    </message>
    <message>
        <source>Your measurement is still running: %1 of %2</source>
        <translation>Su medición sigue en marcha: %1 de %2</translation>
    </message>
</context>
<context>
    <name>duelo::ui::ScriptDialog</name>
    <message>
        <source>Program to take home</source>
        <translation>Programa para llevar</translation>
    </message>
    <message>
        <source>Written in</source>
        <translation>Escrito en</translation>
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
        <source>Written: %1</source>
        <translation>Escrito: %1</translation>
    </message>
    <message>
        <source>It could not be written: %1</source>
        <translation>No se ha podido escribir: %1</translation>
    </message>
</context>
<context>
    <name>duelo::ui::SearchBox</name>
    <message>
        <source>Nothing is called like that.</source>
        <translation>Nada se llama así.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Search pages, actions, terms and results</source>
        <translation>Buscar páginas, acciones, términos y resultados</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Lo encontrado</translation>
    </message>
</context>
<context>
    <name>duelo::ui::SettingFields</name>
    <message>
        <source>none</source>
        <translation>ninguno</translation>
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
    <message>
        <source>Restore defaults</source>
        <translation>Restaurar los valores por defecto</translation>
    </message>
    <message>
        <source>Everything chosen here goes back to its default. The list of recent files and the names on the report stay as they are.</source>
        <translation>Todo lo elegido aquí vuelve a su valor por defecto. La lista de archivos recientes y los nombres del informe se conservan.</translation>
    </message>
    <message>
        <source>&amp;Room</source>
        <translation>A&amp;ula</translation>
    </message>
    <message>
        <source>Seat &amp;of this PC</source>
        <translation>&amp;Puesto de este PC</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Alto contraste</translation>
    </message>
    <message>
        <source>In the window and in what people read; programs get a point</source>
        <translation>En la ventana y en lo que leen personas; los programas reciben un punto</translation>
    </message>
    <message>
        <source>Stands in each run; by it a class finds its PCs</source>
        <translation>Consta en cada medición; así una clase encuentra sus PC</translation>
    </message>
    <message>
        <source>Stands on the report</source>
        <translation>Consta en el informe</translation>
    </message>
    <message>
        <source>Grams of CO2 for a kilowatt hour; with it and its source the report tells the CO2 of an energy</source>
        <translation>Gramos de CO2 por kilovatio hora; con ellos y su fuente el informe indica el CO2 de cada energía</translation>
    </message>
    <message>
        <source>CO2 of electricity, in grams for a kilowatt hour</source>
        <translation>CO2 de la electricidad, en gramos por kilovatio hora</translation>
    </message>
    <message>
        <source>Whose figure that is, and of which year</source>
        <translation>De quién es esa cifra y de qué año</translation>
    </message>
    <message>
        <source>Source and year</source>
        <translation>Fuente y año</translation>
    </message>
    <message>
        <source>Source of the CO2 of electricity</source>
        <translation>Fuente del CO2 de la electricidad</translation>
    </message>
    <message>
        <source>CO2 of electricit&amp;y</source>
        <translation>CO2 de la e&amp;lectricidad</translation>
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
        <source>The session, step by step</source>
        <translation>La práctica, paso a paso</translation>
    </message>
    <message>
        <source>Measure the CPU</source>
        <translation>Medir la CPU</translation>
    </message>
    <message>
        <source>More plans</source>
        <translation>Más planes</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Leer</translation>
    </message>
</context>
<context>
    <name>duelo::ui::SubmissionList</name>
    <message numerus="yes">
        <source>%n with times</source>
        <translation>
            <numerusform>%n con tiempos</numerusform>
            <numerusform>%n con tiempos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n copied</source>
        <translation>
            <numerusform>%n copiada</numerusform>
            <numerusform>%n copiadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cut off</source>
        <translation>
            <numerusform>%n cortada</numerusform>
            <numerusform>%n cortadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n damaged</source>
        <translation>
            <numerusform>%n dañada</numerusform>
            <numerusform>%n dañadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with nothing to read</source>
        <translation>
            <numerusform>%n sin nada que leer</numerusform>
            <numerusform>%n sin nada que leer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n submission(s): %1</source>
        <translation>
            <numerusform>%n entrega: %1</numerusform>
            <numerusform>%n entregas: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>late</source>
        <translation>con retraso</translation>
    </message>
    <message>
        <source>no</source>
        <translation>no</translation>
    </message>
</context>
<context>
    <name>duelo::ui::SubmissionsView</name>
    <message>
        <source>‹ All submissions</source>
        <translation>‹ Todas las entregas</translation>
    </message>
    <message>
        <source>Submission %1</source>
        <translation>Entrega %1</translation>
    </message>
    <message>
        <source>Submissions</source>
        <translation>Entregas</translation>
    </message>
    <message>
        <source>What its student gets back; nothing of it is a grade</source>
        <translation>Lo que recibe su estudiante; nada de ello es una nota</translation>
    </message>
    <message>
        <source>A row for each, whatever is in it; a click opens its page</source>
        <translation>Una fila por cada una, tenga lo que tenga; un clic abre su página</translation>
    </message>
</context>
<context>
    <name>duelo::ui::TabBar</name>
    <message>
        <source>View of this tab</source>
        <translation>Vista de esta pestaña</translation>
    </message>
    <message>
        <source>Part of the results</source>
        <translation>Parte de los resultados</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Detalle</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>Escalado</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>Duel</source>
        <translation>Duelo</translation>
    </message>
</context>
<context>
    <name>duelo::ui::TabRow</name>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
</context>
<context>
    <name>duelo::ui::TextTab</name>
    <message>
        <source>Copy the text</source>
        <translation>Copiar el texto</translation>
    </message>
    <message>
        <source>Kernel whose text is shown</source>
        <translation>Núcleo cuyo texto se muestra</translation>
    </message>
    <message>
        <source>Kernel whose text stands beside it</source>
        <translation>Núcleo cuyo texto está al lado</translation>
    </message>
    <message>
        <source>no other</source>
        <translation>ningún otro</translation>
    </message>
    <message>
        <source>In OpenCL C</source>
        <translation>En OpenCL C</translation>
    </message>
    <message>
        <source>The text as it runs by OpenCL, beside the one in CUDA</source>
        <translation>El texto como se ejecuta con OpenCL, junto al de CUDA</translation>
    </message>
</context>
<context>
    <name>duelo::ui::Toast</name>
    <message>
        <source>Written: %1</source>
        <translation>Escrito: %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
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
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n aviso</numerusform>
            <numerusform>%n avisos</numerusform>
        </translation>
    </message>
    <message>
        <source>Back to: %1</source>
        <translation>Volver a: %1</translation>
    </message>
</context>
<context>
    <name>duelo::ui::TrainableNetworksField</name>
    <message>
        <source>%1 million parameters, images of %2 px</source>
        <translation>%1 millones de parámetros, imágenes de %2 px</translation>
    </message>
</context>
<context>
    <name>duelo::ui::TrickDialog</name>
    <message>
        <source>Find the trick</source>
        <translation>Encontrar la trampa</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Comprobar</translation>
    </message>
    <message>
        <source>Show the trick</source>
        <translation>Ver la trampa</translation>
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
        <source>Leave the presentation</source>
        <translation>Salir de la presentación</translation>
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
        <source>Program to take home…</source>
        <translation>Programa para llevar…</translation>
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
        <source>Larger text</source>
        <translation>Texto más grande</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>Tamaño de texto habitual</translation>
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
        <source>&amp;Undo the change of the plan</source>
        <translation>Des&amp;hacer el cambio del plan</translation>
    </message>
    <message>
        <source>&amp;Redo the change of the plan</source>
        <translation>&amp;Rehacer el cambio del plan</translation>
    </message>
    <message>
        <source>Cheat on purpose (class game)…</source>
        <translation>Hacer trampa a propósito (juego de clase)…</translation>
    </message>
    <message>
        <source>Search…</source>
        <translation>Buscar…</translation>
    </message>
    <message>
        <source>Previous chart</source>
        <translation>Gráfico anterior</translation>
    </message>
    <message>
        <source>Next chart</source>
        <translation>Gráfico siguiente</translation>
    </message>
    <message>
        <source>Duel</source>
        <translation>Duelo</translation>
    </message>
    <message>
        <source>Pri&amp;nt…</source>
        <translation>&amp;Imprimir…</translation>
    </message>
    <message>
        <source>Print the table…</source>
        <translation>Imprimir la tabla…</translation>
    </message>
    <message>
        <source>Print the chart…</source>
        <translation>Imprimir el gráfico…</translation>
    </message>
</context>
</TS>
