/* ‘D‚Í–ˆ’©˜Z‚É`‚ğo‚Ü‚·B */
int main(void) { return 0; }
