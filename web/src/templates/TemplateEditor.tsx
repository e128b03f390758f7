import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core';
import { MAX_TEMPLATE, type Template, templates } from '@piezario/contract/templates';
import { IconDeviceFloppy, IconPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { JobStatus } from '../jobs/JobStatus.tsx';
import { isActive } from '../jobs/job.ts';
import { pollInterval } from '../jobs/useJob.ts';
import { useRefreshAfter } from '../jobs/useRefreshAfter.ts';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { SavingOver } from '../ui/SavingOver.tsx';
import { Unsaved } from '../ui/Unsaved.tsx';
import { useSave } from '../ui/useSave.tsx';
import { Proposals } from './Proposals.tsx';
import { FORM, valuesOf, withNew } from './rows.ts';
import { TemplateRows } from './TemplateRows.tsx';

type Props = { /** Null when it is not saved yet. */ product: { readonly id: number } | null };

/** Which attributes the parts of a product have, and how their values are written. */
export const TemplateEditor = ({ product }: Props) => (
  <Paper withBorder p="lg" component="section" aria-labelledby="template">
    <Title order={2} size="h5" id="template">
      Plantilla de atributos
    </Title>
    <Text size="sm" c="dimmed" mt={4} mb="md">
      {product
        ? 'Los atributos de las piezas de este producto, en su orden. Una pieza que no tiene uno obligatorio queda incompleta y aparece en Pendientes.'
        : 'Guardá el producto primero; después vas a poder armar su plantilla acá.'}
    </Text>
    {product && <Read key={product.id} id={product.id} />}
  </Paper>
);

function Read({ id }: { id: number }) {
  const read = useCall(
    templates.show,
    { params: { productId: id } },
    { gcTime: 0, every: (last) => (last?.job && isActive(last.job) ? pollInterval([last.job]) : false) },
  );
  const job = read.data?.job ?? null;
  useRefreshAfter(job !== null && isActive(job), templates.store);
  if (!read.data) return read.error ? <Failed title="No se pudo cargar la plantilla" read={read} /> : <Loading />;
  return (
    <>
      {job && (
        <div className="below-12">
          <JobStatus status={{ ...job, message: job.status_message, isFlawed: false, label: 'Avance' }} />
        </div>
      )}
      <TemplateForm template={read.data} readNow={async () => (await read.refetch()).data} />
    </>
  );
}

type FormProps = { template: Template; readNow: () => Promise<Template | undefined> };

function TemplateForm({ template, readNow }: FormProps) {
  const [isOutdated, setOutdated] = useState(false);
  const { form, start, onSubmit, isPending, recovered } = useSave(templates.store, {
    name: FORM,
    draft: `template/${template.product_id}`,
    initialValues: valuesOf(template),
    onSaved: (saved) => start(valuesOf(saved, form.getValues().attributes)),
    onRefused: ({ code }) => {
      setOutdated(code === 409);
      return false;
    },
  });
  const { attributes } = form.values;
  const add = (attribute?: { name: string; unit: string }) =>
    form.setFieldValue('attributes', withNew(attributes, attribute));
  const load = async () => {
    const now = await readNow();
    if (!now) return;
    start(valuesOf(now));
    setOutdated(false);
  };
  return (
    <form noValidate onSubmit={onSubmit} aria-labelledby="template" className="stack gap-12 anchored">
      {recovered}
      {isOutdated && (
        <Alert
          color="yellow"
          icon={<IconUsers size={20} />}
          title="Otra persona guardó esta plantilla mientras la editabas"
        >
          <Button variant="default" size="xs" onClick={() => void load()}>
            Cargar la que está guardada
          </Button>
        </Alert>
      )}
      <TemplateRows form={form} saved={template.attributes} />
      <div className="row wrap gap-8">
        <Button
          variant="light"
          size="xs"
          leftSection={<IconPlus size={16} />}
          disabled={attributes.length >= MAX_TEMPLATE}
          onClick={() => add()}
        >
          Agregar un atributo
        </Button>
        <Proposals id={template.product_id} rows={attributes} onAdd={add} />
      </div>
      <Group>
        <Button type="submit" leftSection={<IconDeviceFloppy size={18} />}>
          Guardar plantilla
        </Button>
        <Unsaved isDirty={form.isDirty()} />
      </Group>
      {isPending && <SavingOver />}
    </form>
  );
}
