/* Fiºierul nu a fost gãsit, verificaþi calea. */
int main(void) { return 0; }
