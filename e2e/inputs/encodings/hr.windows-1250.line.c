/* Brod isplovljava svako jutro u šest sati. */
int main(void) { return 0; }
