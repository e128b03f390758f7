import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password that can be shown while it is typed, also by keyboard. An error takes the place of the description. */
export const PasswordField = ({ description, error, ...props }: PasswordInputProps) => (
  <PasswordInput
    description={!error && description}
    error={error}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la clave', tabIndex: 0 }}
    {...props}
  />
);
