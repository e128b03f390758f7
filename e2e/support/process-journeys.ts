import { DEMO_PASSWORD } from '@piezario/contract/demo';
import { emailOf } from './demo.ts';

export const DEMO_ADMIN = { email: emailOf('admin'), password: DEMO_PASSWORD };
