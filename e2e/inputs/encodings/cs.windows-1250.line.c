/* Loï vyplouvá z pøístavu kadé ráno v šest hodin. */
int main(void) { return 0; }
