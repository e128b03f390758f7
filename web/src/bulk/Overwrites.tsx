import '../ui/mantineLater.ts';
import { Group, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import type { BulkOverwrites, BulkSample } from '@piezario/contract/bulk';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { AskedAction } from './actions.ts';
import { type Choice, conditionsOf } from './condition.ts';
import classes from './Overwrites.module.css';
import { replacedInWords, sampleInWords } from './overwriteWords.ts';

type Props = { action: AskedAction; overwrites: BulkOverwrites; choice: Choice; onChoose: (choice: Choice) => void };

/** The choice of the parts that the action is limited to. Renders nothing when no condition would make a difference. */
export function ConditionField({ action, overwrites, choice, onChoose }: Props) {
  const { missing, saying } = conditionsOf(action, overwrites);
  const [first] = saying;
  if (!missing && !first) return null;
  const choose = (is: string) => {
    if (is === 'saying' && first) return onChoose({ is, sample: first });
    onChoose({ is: is === 'missing' ? is : 'all' });
  };
  return (
    <Radio.Group
      label={action.do === 'remove_attribute' ? 'Dónde se quita' : 'Dónde se cambia'}
      value={choice.is}
      onChange={choose}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="all" label="En todas" />
        {missing && <Radio value="missing" label="Sólo donde falta" />}
        {first && (
          <Radio
            value="saying"
            label={saying.length > 1 ? 'Sólo donde dice…' : `Sólo donde dice ${sampleInWords(action, first)}`}
          />
        )}
        {choice.is === 'saying' && saying.length > 1 && (
          <ValueSelect action={action} samples={saying} chosen={choice.sample} onChoose={onChoose} />
        )}
      </Stack>
    </Radio.Group>
  );
}

type ValueProps = Pick<Props, 'action' | 'onChoose'> & { samples: readonly BulkSample[]; chosen: BulkSample };

function ValueSelect({ action, samples, chosen, onChoose }: ValueProps) {
  const isChosen = ({ value, unit }: BulkSample) => value === chosen.value && unit === chosen.unit;
  // The samples are read again after a lost connection, and may then be without the chosen one.
  const options = samples.some(isChosen) ? samples : [...samples, chosen];
  return (
    <NativeSelect
      aria-label="Valor que dice"
      className={classes.values}
      value={options.findIndex(isChosen)}
      onChange={({ currentTarget }) => {
        const sample = options[Number(currentTarget.value)];
        if (sample) onChoose({ is: 'saying', sample });
      }}
      data={options.map((sample, index) => ({ value: String(index), label: sampleInWords(action, sample) }))}
    />
  );
}

type ReplacedProps = { action: AskedAction; count: number };

/** Warns of the values that are lost. */
export const Replaced = ({ action, count }: ReplacedProps) => (
  <Group gap={6} wrap="nowrap" align="flex-start">
    <IconAlertTriangle size={18} aria-hidden className="rigid warning" />
    <Text size="sm" fw={500}>
      {replacedInWords(action, count)}
    </Text>
  </Group>
);
