import { Text } from '@mantine/core';
import type { BulkPreview } from '@piezario/contract/bulk';

/** Texts that the action would write, to read before it starts. */
export const Examples = ({ examples }: { examples: NonNullable<BulkPreview['examples']> }) => (
  <div>
    <Text size="sm" fw={500} id="examples">
      Así quedan, por ejemplo
    </Text>
    <ul className="stack gap-8 above-12" aria-labelledby="examples">
      {examples.map(({ code, text }) => (
        <li key={code}>
          <span className="part-code">{code}</span>
          <Text size="sm" lineClamp={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </li>
      ))}
    </ul>
  </div>
);
