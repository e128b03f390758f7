import { Wait } from './Wait.tsx';

export const Loading = () => <Wait label="Cargando" />;
