; SPDX-License-Identifier: Apache-2.0
; What setup says, in both languages.
!macro text NAME ENGLISH SPANISH
  LangString ${NAME} ${LANG_ENGLISH} "${ENGLISH}"
  LangString ${NAME} ${LANG_SPANISH} "${SPANISH}"
!macroend

!insertmacro text TYPE_RESULTS "Duelo measurements" "Medidas de Duelo"
!insertmacro text TYPE_REPORT "Duelo report" "Informe de Duelo"
!insertmacro text OPEN_DUELO "Open Duelo" "Abrir Duelo"
!insertmacro text NEEDS_64 "Duelo needs a 64-bit Windows." "Duelo necesita un Windows de 64 bits."
!insertmacro text OPEN_NOW "Duelo is open: $1 in $0 is running. Close Duelo's window, wait until a measurement has ended, and click Retry." \
  "Duelo está abierto: se está ejecutando $1 en $0. Cierre la ventana de Duelo, espere a que termine la medida y pulse Reintentar."
!insertmacro text STILL_OPEN "Duelo is still open, so nothing was changed. Close its window and start setup again." \
  "Duelo sigue abierto y no se ha cambiado nada. Cierre su ventana y vuelva a empezar la instalación."
!insertmacro text NO_WRITE "$INSTDIR cannot be written to. Choose another folder, or ask the administrator of this PC to install Duelo for everybody (setup.exe /ALLUSERS)." \
  "En $INSTDIR no se puede escribir. Elija otra carpeta, o pida a quien administra este PC que instale Duelo para todos (setup.exe /ALLUSERS)."
!insertmacro text NO_ROOM "There is no room in $INSTDIR: Duelo needs $2 MB and $3 MB are free. Nothing was changed." \
  "En $INSTDIR no hay sitio: Duelo necesita $2 MB y hay $3 MB libres. No se ha cambiado nada."
!insertmacro text NO_RIGHTS "To install Duelo for everybody takes an administrator's rights, which Windows has not given. Without them it can be installed only for you." \
  "Instalar Duelo para todos requiere permisos de administrador, y Windows no los ha dado. Sin ellos se puede instalar solo para usted."
!insertmacro text NO_RIGHTS_UN "This Duelo is everybody's: to remove it takes an administrator's rights, which Windows has not given." \
  "Este Duelo es de todos: quitarlo requiere permisos de administrador, y Windows no los ha dado."
!insertmacro text PRESET_STAYS "Duelo is installed, but results go where $INSTDIR\duelo.defaults.ini says, which was there already. Write results_folder= there to change it." \
  "Duelo está instalado, pero los resultados van adonde dice $INSTDIR\duelo.defaults.ini, que ya estaba. Para cambiarlo escriba allí results_folder=."

!insertmacro text CHOICES "Before it begins" "Antes de empezar"
!insertmacro text CHOICES_SUB "Whoever is not sure clicks Next." "Quien no esté seguro pulsa Siguiente."
!insertmacro text FREE "Duelo is free software. Its terms (GPL, Apache and others) are installed with it." \
  "Duelo es software libre. Sus licencias (GPL, Apache y otras) se instalan con él."
!insertmacro text FOR_WHOM "For whom is Duelo?" "¿Para quién es Duelo?"
!insertmacro text FOR_ME "Only for me" "Solo para mí"
!insertmacro text FOR_ALL "For everybody who uses this PC; Windows will ask for an administrator" \
  "Para todos los que usan este PC; Windows pedirá un administrador"
!insertmacro text WHERE "Where do results go?" "¿Adónde van los resultados?"
!insertmacro text IN_DOCUMENTS "Into the folder Duelo of each user's documents" \
  "A la carpeta Duelo de los documentos de cada usuario"
!insertmacro text IN_FOLDER "Into this folder:" "A esta carpeta:"
!insertmacro text BROWSE "Browse…" "Examinar…"
!insertmacro text WIPED "Careful: Windows forgets what is stored there when you sign out or it restarts. Choose a folder that stays, such as a stick, or hand your results in before." \
  "Cuidado: Windows olvida lo que se guarda ahí al cerrar la sesión o reiniciar. Elija una carpeta que permanezca, como una memoria USB, o entregue antes sus resultados."
!insertmacro text ROAMS "Careful: this profile is copied over the network when you sign in and out. Large results make that slow; a folder outside the profile does not." \
  "Cuidado: este perfil se copia por la red al iniciar y cerrar la sesión. Con resultados grandes será lento; una carpeta fuera del perfil no lo es."
!insertmacro text REMOTE "Careful: that folder is on another computer. While its connection is lost nothing can be saved there." \
  "Cuidado: esa carpeta está en otro ordenador. Si se pierde la conexión no se puede guardar nada en ella."
!insertmacro text LAB "Where this PC wipes what its users store, name a folder that stays and that all of them may write to." \
  "Si este PC borra lo que guardan sus usuarios, indique una carpeta que permanezca y en la que todos puedan escribir."
!insertmacro text RESULTS_LOCKED "In $Results nothing can be written. Choose another folder for the results." \
  "En $Results no se puede escribir. Elija otra carpeta para los resultados."
