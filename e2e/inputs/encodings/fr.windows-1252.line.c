/* Le bateau a été retardé à cause de la marée. */
int main(void) { return 0; }
