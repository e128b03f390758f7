import { Button, UnstyledButton } from '@mantine/core';
import type { Choice } from '@piezario/contract/vehicle-catalog';
import { IconCar, IconCarOff } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { Notice } from '../ui/Notice.tsx';
import { yearRange } from '../ui/words.ts';
import classes from './Steps.module.css';
import { byDecade, type Choices, type StepName } from './steps.ts';

const TITLES: Record<StepName, string> = {
  brand: 'Elegí la marca',
  model: 'Elegí el modelo',
  year: 'Elegí el año',
  version: 'Elegí la versión',
};

type StepProps = { choice: Choice; choices: Choices; onChoose: (choice: Choice) => void };
type Props = Omit<StepProps, 'choices'> & {
  ref: RefObject<HTMLElement | null>;
  step: StepName;
  choices: Choices | undefined;
  onSkip: () => void;
};

/** Options of a step. Only those with parts are listed. */
export function Steps({ ref, step, choices, onSkip, ...rest }: Props) {
  const canSkip = step === 'year' || step === 'version';
  return (
    <section ref={ref} tabIndex={-1} className="unringed" aria-labelledby="vehicle-step">
      <div className="row wrap below-12 gap-4 gap-x-16">
        <h2 id="vehicle-step" className="text-lg strong">
          {TITLES[step]}
        </h2>
        {canSkip && (
          <Button variant="subtle" size="compact-sm" onClick={onSkip}>
            {step === 'year' ? 'Cualquier año' : 'Todas las versiones'}
          </Button>
        )}
      </div>
      {choices ? (
        <Options step={step} choices={choices} {...rest} />
      ) : (
        <p className={`dim appears ${classes.soon}`} role="status">
          Cargando...
        </p>
      )}
    </section>
  );
}

function Options({ step, ...props }: StepProps & { step: StepName }) {
  switch (step) {
    case 'brand':
      return <Brands {...props} />;
    case 'model':
      return <Models {...props} />;
    case 'year':
      return <Years {...props} />;
    case 'version':
      return <Versions {...props} />;
  }
}

const Nothing = ({ title, children }: { title: string; children: string }) => (
  <Notice icon={IconCarOff} title={title}>
    {children}
  </Notice>
);

function Brands({ choices: { brands }, onChoose }: StepProps) {
  if (brands.length === 0) {
    return (
      <Nothing title="Todavía no hay piezas con vehículos">
        Cuando las piezas que ves tengan aplicaciones, sus marcas aparecen acá.
      </Nothing>
    );
  }
  return (
    <ul className={classes.brands}>
      {brands.map((brand) => (
        <li key={brand}>
          <UnstyledButton className={classes.brand} onClick={() => onChoose({ brand })}>
            {brand}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function Models({ choice: { brand }, choices: { models }, onChoose }: StepProps) {
  if (models.length === 0) {
    return <Nothing title={`No hay piezas para ${brand}`}>Elegí otra marca, o escribí el vehículo arriba.</Nothing>;
  }
  return (
    <ul className={classes.models}>
      {models.map((model) => (
        <li key={model.name}>
          <UnstyledButton
            className={classes.model}
            onClick={() => onChoose({ ...(brand && { brand }), model: model.name })}
          >
            <span className={classes.picture}>
              {model.imageUrl ? (
                <img className="fit" src={model.imageUrl} alt="" loading="lazy" decoding="async" />
              ) : (
                <IconCar size={26} stroke={1.2} aria-hidden />
              )}
            </span>
            <span className="stack slim">
              <span className="strong breaks">{model.name}</span>{' '}
              <span className="dim text-sm digits">{yearRange(model.sold_from_year, model.sold_until_year)}</span>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function Years({ choice, choices: { years }, onChoose }: StepProps) {
  if (years.length === 0) {
    return <Nothing title="No hay piezas para ese modelo">Quitalo arriba y elegí otro.</Nothing>;
  }
  return (
    <div className={classes.decades}>
      {byDecade(years).map(([decade, ofDecade]) => (
        <ul key={decade} className={classes.decade} aria-label={`Años ${decade}`}>
          {ofDecade.map((year) => (
            <li key={year}>
              <UnstyledButton className={classes.year} onClick={() => onChoose({ ...choice, year })}>
                {year}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

function Versions({ choice, choices: { versions }, onChoose }: StepProps) {
  if (versions.length === 0) {
    return <Nothing title="Ninguna versión tiene piezas">Quitá el año o las palabras para ver otras.</Nothing>;
  }
  return (
    <ul className={classes.versions}>
      {versions.map((version) => (
        <li key={version.id}>
          <UnstyledButton className={classes.version} onClick={() => onChoose({ ...choice, vehicle_id: version.id })}>
            <span className="strong breaks">
              {version.model} {version.version}
            </span>
            <span className="dim text-sm digits">
              {[
                version.engine_code && `Motor ${version.engine_code}`,
                version.fuel,
                yearRange(version.sold_from_year, version.sold_until_year),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
