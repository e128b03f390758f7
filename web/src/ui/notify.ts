import { notifications } from '@mantine/notifications';

/** Toasts at the top right, for 6 seconds (§9). */
export const SHOWN_FOR = 6000;

/** What goes well several times in a row is said once. */
export const notifySuccess = (message: string) =>
  notifications.show({ id: message, message, color: 'teal', autoClose: SHOWN_FOR });
export const notifyError = (message: string) => notifications.show({ message, color: 'red', autoClose: SHOWN_FOR });
export const clearNotifications = () => notifications.clean();
