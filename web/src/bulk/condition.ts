import type { BulkOverwrites, BulkSample } from '@piezario/contract/bulk';
import type { AskedAction } from './actions.ts';

/** The parts that an action is limited to, as it is chosen on the screen. */
export type Choice =
  | { readonly is: 'all' }
  | { readonly is: 'missing' }
  | { readonly is: 'saying'; readonly sample: BulkSample };

type Conditions = { readonly missing: boolean; readonly saying: readonly BulkSample[] };

/** The conditions that the action takes and with which it would change fewer parts. */
export function conditionsOf(action: AskedAction, { missing, same, other, samples }: BulkOverwrites): Conditions {
  const whole = samples.filter(({ is_cut }) => is_cut === 0);
  switch (action.do) {
    case 'set_attribute':
    case 'replace_text':
      if (other === 0) return { missing: false, saying: [] };
      return { missing: missing > 0, saying: missing > 0 || samples.length > 1 ? whole : [] };
    case 'describe':
      return { missing: same + other > 0, saying: [] };
    case 'remove_attribute':
      return { missing: false, saying: samples.length > 1 ? whole : [] };
    default:
      return { missing: false, saying: [] };
  }
}

/** The action with the condition, or unchanged if it takes no condition of that kind. */
export function limitTo(choice: Choice, action: AskedAction): AskedAction {
  switch (action.do) {
    case 'set_attribute':
      return choice.is === 'all' ? action : { ...action, only: choice.is === 'missing' ? choice : saying(choice) };
    case 'remove_attribute':
      return choice.is === 'saying' ? { ...action, only: saying(choice) } : action;
    case 'replace_text':
      if (choice.is === 'saying') return { ...action, only: { is: 'saying', value: choice.sample.value } };
      return choice.is === 'missing' ? { ...action, only: choice } : action;
    case 'describe':
      return { ...action, only: { is: choice.is === 'missing' ? 'missing' : 'all' } };
    default:
      return action;
  }
}

/** The choice with which an action is asked. Descriptions that people wrote are replaced on request only. */
export const initialChoice = (action: AskedAction): Choice => ({ is: action.do === 'describe' ? 'missing' : 'all' });

const saying = ({ is, sample: { value, unit } }: Extract<Choice, { is: 'saying' }>) => ({ is, value, unit });
