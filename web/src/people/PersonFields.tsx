import { Button, Input, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { formatCuit } from '@piezario/contract/cuit';
import type { PersonFields as Schema } from '@piezario/contract/people';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { PasswordField } from '../ui/PasswordField.tsx';
import { CuitField } from './CuitField.tsx';
import { LOCKED } from './locked.tsx';
import type { Person } from './people.ts';

type Values = z.input<typeof Schema>;

/** Initial values for a person, or for a new person. */
export const personValues = (person: Person | null) => ({
  id: person?.id,
  name: person?.name ?? '',
  social_name: person?.social_name ?? '',
  social_number: formatCuit(person?.social_number ?? ''),
  phone: person?.phone ?? '',
  email: person?.email ?? '',
  password: '',
});

type Props = {
  isNew: boolean;
  /** The account of the person who is signed in. */
  isOwn?: boolean;
  input: (field: Exclude<keyof Values, 'id'>) => ReturnType<UseFormReturnType<Values>['getInputProps']>;
  /** Why the account (name, e-mail, password) is read-only. */
  locked?: string | false;
  /** Shown beside the e-mail. */
  children?: ReactNode;
};

/** The fields that users and clients have in common. The browser must not fill in the data of the person signed in. */
export function PersonFields({ isNew, isOwn = false, input, locked = false, children }: Props) {
  const account = locked ? LOCKED : { required: true };
  return (
    <>
      {locked && (
        <Text size="sm" c="dimmed">
          {locked}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md" spacing="lg">
        <TextInput label="Nombre" autoComplete="off" {...account} {...input('name')} />
        <TextInput label="Razón social" autoComplete="off" {...input('social_name')} />
        <CuitField autoComplete="off" {...input('social_number')} />
        <TextInput label="Teléfono" type="tel" autoComplete="off" {...input('phone')} />
        <TextInput label="E-mail" type="email" autoComplete="off" spellCheck={false} {...account} {...input('email')} />
        {children}
        {locked ? (
          <TextInput label="Clave" placeholder="••••••••" {...account} />
        ) : isOwn ? (
          <Input.Wrapper label="Clave" labelElement="div">
            <Button
              variant="default"
              fullWidth
              leftSection={<IconKey size={18} stroke={1.6} />}
              renderRoot={(root) => <Link to="/account" {...root} />}
            >
              Cambiar la clave en Mi cuenta
            </Button>
          </Input.Wrapper>
        ) : (
          <PasswordField
            label={isNew ? 'Clave' : 'Clave (Completar para modificar)'}
            description="Al menos 8 caracteres"
            autoComplete="new-password"
            required={isNew}
            {...input('password')}
          />
        )}
      </SimpleGrid>
    </>
  );
}
