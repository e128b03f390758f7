import { api } from '@piezario/contract/api';
import { editsClientAccounts } from '@piezario/contract/clients';
import { useRole } from '../auth/session.tsx';
import { personColumns } from '../people/columns.tsx';
import { PeopleList } from '../people/PeopleList.tsx';
import { CLIENT } from './noun.ts';

const COLUMNS = personColumns();

export const ClientList = () => (
  <PeopleList calls={api.clients} noun={CLIENT} columns={COLUMNS} creates={editsClientAccounts(useRole())} />
);
