import { Menu, UnstyledButton } from '@mantine/core';
import { type Kind, MODES, type Mode } from '@piezario/contract/list';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './Filter.module.css';
import { MODE_SIGNS, MODE_WORDS } from './list.ts';

type Props = {
  label: string;
  kind: Kind;
  mode: Mode;
  compact: boolean | undefined;
  onChoose: (mode: Mode) => void;
};

export const ModeMenu = ({ label, kind, mode, compact, onChoose }: Props) => (
  <Menu position="bottom-start" width={170}>
    <Menu.Target>
      <UnstyledButton className={classes.mode} aria-label={`${label}: ${MODE_WORDS[mode]}. Cambiar el modo`}>
        <span>{(compact && MODE_SIGNS[mode]) || MODE_WORDS[mode]}</span>
        <IconChevronDown size={12} />
      </UnstyledButton>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.RadioGroup
        value={mode}
        onChange={(next) => {
          const offered = MODES[kind].find((candidate) => candidate === next);
          if (offered) onChoose(offered);
        }}
      >
        {MODES[kind].map((offered) => (
          <Menu.RadioItem key={offered} value={offered} closeMenuOnClick>
            {MODE_WORDS[offered]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Dropdown>
  </Menu>
);
