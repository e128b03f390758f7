import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useBottomBar } from '../ui/bottomBar.ts';
import { endView, useUser } from './session.tsx';
import classes from './ViewBanner.module.css';

/** Names the client whose view of the catalog is shown, with a button that ends the view. */
export function ViewBanner() {
  const user = useUser();
  const bar = useBottomBar();
  return (
    <aside aria-label="Ver como cliente">
      <div ref={bar} className={classes.banner}>
        <IconEye size={18} stroke={1.8} aria-hidden />
        <p className="slim">
          Estás viendo como <strong>{user.name}</strong>.{' '}
          <span className="desk-only">No se puede cambiar ni descargar nada.</span>
        </p>
        <Button size="xs" variant="default" onClick={() => endView(user)}>
          Volver a mi cuenta
        </Button>
      </div>
    </aside>
  );
}
