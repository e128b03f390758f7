import { admits } from '@piezario/contract/access';
import { parts } from '@piezario/contract/parts';
import { useRole } from '../../auth/session.tsx';
import { EditPart } from './EditPart.tsx';
import { NewPart } from './NewPart.tsx';
import { usePartDialog } from './usePartDialog.ts';

/** The dialog that the URL asks for: a new part, or the wizard of one. */
export function PartDialogs() {
  const role = useRole();
  const { part, step, isNew } = usePartDialog();
  if (part !== null && admits(parts.update.access, role)) return <EditPart id={part} step={step} />;
  if (isNew && admits(parts.store.access, role)) return <NewPart />;
  return null;
}
