/* Loï vyplouvá z pøístavu ka¾dé ráno v ¹est hodin. */
int main(void) { return 0; }
