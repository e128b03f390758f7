import { activity, type Operation } from '@piezario/contract/activity';
import { Link } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { formatMoment } from '../ui/format.ts';
import { whence } from './words.ts';

/** Importación · piezas.xlsx, 9/3/26, 14:05 */
const named = (operation: Operation) => `${whence(operation)}, ${formatMoment(operation.at)}`;

type Props = { id: number; name?: (operation: Operation) => string };

/** Links to the screen of an operation. */
export function OperationLink({ id, name = named }: Props) {
  const { data } = useCall(activity.show, { params: { operationId: id } });
  return (
    <Link to="/activity/$operationId" params={{ operationId: String(id) }} className="link line pad-y-2">
      {data?.id === id ? name(data) : `Operación ${id}`}
    </Link>
  );
}
