import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import './toasts.css';
import { Notifications, notifications } from '@mantine/notifications';
import { createRoot } from 'react-dom/client';
import { Mantine } from './Mantine.tsx';

/** Toasts stay while screens come and go, also on the sign-in page, so they are rendered beside the application. */
export function mountToasts() {
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(
    <Mantine>
      <Notifications position="top-right" limit={8} />
    </Mantine>,
  );
  return notifications;
}
