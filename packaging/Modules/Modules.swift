// Nothing. To build this target compiles the modules of all programs side by
// side; a program after the other would leave a processor idle.
