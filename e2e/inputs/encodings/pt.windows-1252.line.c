/* A configuração não foi concluída. */
int main(void) { return 0; }
