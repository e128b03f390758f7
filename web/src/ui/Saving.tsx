import { Wait } from './Wait.tsx';

export const Saving = () => <Wait label="Guardando información" />;
