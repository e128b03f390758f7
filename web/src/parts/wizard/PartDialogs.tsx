import { admits } from '@piezario/contract/access';
import { parts } from '@piezario/contract/parts';
import { useRole } from '../../auth/session.tsx';
import { EditPart } from './EditPart.tsx';
import { NewPart } from './NewPart.tsx';
import { usePartDialog } from './usePartDialog.ts';

/** The dialog that the URL asks for: a new part, or the wizard of an existing one. */
export function PartDialogs() {
  const role = useRole();
  const { part, page, isNew } = usePartDialog();
  if (part !== null && admits(parts.update.access, role)) return <EditPart id={part} page={page} />;
  if (isNew && admits(parts.store.access, role)) return <NewPart />;
  return null;
}
