import { LANDING } from '@piezario/contract/landing';
import type { settings } from '@piezario/contract/settings';
import { useCall } from '../api/hooks.ts';
import { SUPPORT_HOURS, SupportLink } from '../settings/SupportLink.tsx';
import { Logo } from '../ui/Logo.tsx';
import { Counters } from './Counters.tsx';
import explodedView from './exploded-view.svg?raw';
import classes from './Login.module.css';
import { LoginForm } from './LoginForm.tsx';
import { SiteLinks } from './SiteLinks.tsx';

/** The landing page: an introduction, totals of the catalog and the sign-in form. */
export function Login() {
  const { data: site } = useCall<typeof settings.show>(LANDING.settings, {});
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Logo />
        <SupportLink />
      </header>
      <main className={classes.main}>
        <div className={classes.hero}>
          <h1 className={classes.title}>Piezario, el catálogo unificado de autopartes</h1>
          <p className={classes.lead}>
            Cargá cada pieza una sola vez, con sus atributos, fotos, equivalencias y los vehículos a los que va.
            Piezario la deja ordenada y lista para todos tus canales de venta.
          </p>
        </div>
        <section className={classes.card} aria-labelledby="ingreso">
          <h2 id="ingreso" className={classes.invitation}>
            Ingresá a tu cuenta
          </h2>
          <LoginForm demo={site?.demo ?? false} />
          <SiteLinks catalog={site?.catalog_url ?? null} reports={site?.reports_url ?? null} />
        </section>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this folder */}
        <div className={classes.drawing} dangerouslySetInnerHTML={{ __html: explodedView }} />
        <Counters />
      </main>
      <footer className={`dim text-sm ${classes.foot}`}>
        <span>Soporte: {SUPPORT_HOURS}</span>
        <span>v{__VERSION__}</span>
      </footer>
    </div>
  );
}
