import type { SetupStep, Today } from '@piezario/contract/home';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { type ActionLink, ActionLinks } from '../../ui/ActionLinks.tsx';
import classes from './SetupSteps.module.css';

const STEPS: Record<SetupStep, { name: string; about: string; actions: readonly ActionLink[] }> = {
  brand: {
    name: 'Creá una marca',
    about: 'Las piezas, los permisos y las planillas son de una marca.',
    actions: [{ label: 'Crear nueva marca', to: '/part_brands/new' }],
  },
  people: {
    name: 'Invitá a quienes la cargan y la venden',
    about: 'A los fabricantes y clientes les asignás las marcas que ven.',
    actions: [
      { label: 'Nuevo usuario', to: '/users/new' },
      { label: 'Nuevo cliente', to: '/clients/new' },
    ],
  },
  template: {
    name: 'Decí qué pide cada producto',
    about: 'La plantilla de un producto tiene sus atributos, con unidades y valores. Lo que falta queda marcado.',
    actions: [{ label: 'Elegir un producto', to: '/part_products' }],
  },
  part: {
    name: 'Subí tu planilla, o cargá la primera pieza',
    about:
      'Sirve la planilla que ya usás: decís una vez qué tiene cada columna y revisás los cambios antes de aplicarlos.',
    actions: [
      { label: 'Subir una planilla', to: '/import' },
      { label: 'Cargar una pieza', to: '/parts/catalog', search: { new: '1' } },
    ],
  },
  photo: {
    name: 'Agregá fotos',
    about: 'Soltalas todas juntas: cada una va a la pieza que tiene su código en el nombre.',
    actions: [{ label: 'Subir fotos por nombre', to: '/parts/pictures' }],
  },
  complete: {
    name: 'Completá la primera pieza',
    about: 'En Pendientes está lo que falta para publicar. Las piezas completas se descargan con el botón Descargas.',
    actions: [{ label: 'Ver los pendientes', to: '/parts/pending' }],
  },
};

/** From an empty installation to the first complete part. The first step that is not done is the current one. */
export function SetupSteps({ steps }: { steps: NonNullable<Today['setup']> }) {
  const next = steps.find(({ is_done }) => is_done === 0)?.step;
  return (
    <ol className={classes.steps}>
      {steps.map(({ step, is_done }) => {
        const { name, about, actions } = STEPS[step];
        return (
          <li key={step} data-done={is_done === 1 || undefined} aria-current={step === next ? 'step' : undefined}>
            {is_done ? (
              <IconCircleCheckFilled size={22} aria-label="Hecho" role="img" />
            ) : (
              <IconCircle size={22} stroke={1.6} aria-hidden />
            )}
            <div>
              <p className={classes.name}>{name}</p>
              {is_done === 0 && <p className="dim text-sm">{about}</p>}
            </div>
            {is_done === 0 && (
              <div className={classes.actions}>
                <ActionLinks of={actions.map((action) => ({ ...action, state: { fromSetup: true } }))} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
