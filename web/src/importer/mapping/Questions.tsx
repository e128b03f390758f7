import { Button, Paper, Text } from '@mantine/core';
import type { Question } from '@piezario/contract/workbook-mappings';
import { IconAlertOctagon, IconInfoCircle } from '@tabler/icons-react';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { counted } from '../../ui/words.ts';
import classes from './Questions.module.css';

type Props = {
  questions: readonly Question[];
  /** Whether each question shows its sheet. */
  withSheet: boolean;
  onGo: (question: Question) => void;
};

/** Questions that must be answered before the file is read, and notices. */
export function Questions({ questions, ...rest }: Props) {
  const blocking = questions.filter(({ blocks }) => blocks);
  const others = questions.filter(({ blocks }) => !blocks);
  return (
    <>
      {blocking.length > 0 && (
        <Paper withBorder className={classes.blocking}>
          <Text fw={600}>Falta decidir</Text>
          <List questions={blocking} {...rest} />
        </Paper>
      )}
      {others.length > 0 && (
        <Disclosure label={counted(others.length, 'aviso')}>
          <List questions={others} {...rest} />
        </Disclosure>
      )}
    </>
  );
}

const List = ({ questions, withSheet, onGo }: Props) => (
  <ul className="text-md">
    {questions.map((question) => (
      <li key={keyOf(question)} className="row wrap apart breaks gap-x-12">
        <span>
          {withSheet && question.sheet !== '' && <strong>{question.sheet}: </strong>}
          {question.message}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${placeOf(question)}: ${question.message}`}
          onClick={() => onGo(question)}
        >
          {placeOf(question)}
        </Button>
      </li>
    ))}
  </ul>
);

function placeOf({ sheet, position }: Question): string {
  if (sheet === '') return 'Ver las hojas';
  return position === null ? 'Ver las filas' : 'Ver la columna';
}

const keyOf = ({ sheet, position, message }: Question) => `${sheet}|${position}|${message}`;

/** The questions about one place, where they are answered. */
export const QuestionsHere = ({ questions }: Pick<Props, 'questions'>) =>
  questions.length > 0 && (
    <ul className={classes.here}>
      {questions.map((question) => {
        const Icon = question.blocks ? IconAlertOctagon : IconInfoCircle;
        return (
          <li key={keyOf(question)} className="flex start gap-6" data-blocks={question.blocks || undefined}>
            <Icon size={16} stroke={1.8} aria-hidden />
            {question.message}
          </li>
        );
      })}
    </ul>
  );
