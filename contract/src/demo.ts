/** The accounts that a demo comes with. Their password is public. */
export const DEMO_PASSWORD = 'piezario-demo';
export const DEMO_ACCOUNTS = [
  { role: 'admin', email: 'admin@piezario.demo', name: 'Ana Administradora' },
  { role: 'staff', email: 'staff@piezario.demo', name: 'Sergio Staff' },
  { role: 'manufacturer', email: 'fabricante@piezario.demo', name: 'Fabiana Fabricante' },
  { role: 'client', email: 'cliente@piezario.demo', name: 'Claudio Cliente' },
  { role: 'user', email: 'usuario@piezario.demo', name: 'Úrsula Usuaria' },
] as const;
