// The least that a process can do: start and end.

int main(void) { return 0; }
