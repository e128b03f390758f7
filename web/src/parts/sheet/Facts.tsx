import type { PartSheet } from '@piezario/contract/parts';
import { Nothing } from './Block.tsx';
import classes from './Facts.module.css';
import { FirstRows } from './FirstRows.tsx';

const FIRST = 15;

export const Attributes = ({ attributes }: Pick<PartSheet, 'attributes'>) =>
  attributes.length === 0 ? (
    <Nothing>Todavía no tiene atributos</Nothing>
  ) : (
    <FirstRows first={FIRST} what="todos los atributos" className="text-md divided">
      {attributes.map(({ id, name, value, unit }) => (
        <li key={id} className={classes.fact}>
          <span className="dim">{name}</span>
          <span>
            {value} <span className="dim">{unit}</span>
          </span>
        </li>
      ))}
    </FirstRows>
  );

export const Crosses = ({ cross }: Pick<PartSheet, 'cross'>) =>
  cross.length === 0 ? (
    <Nothing>Todavía no tiene equivalencias</Nothing>
  ) : (
    <FirstRows first={FIRST} what="todas las equivalencias" className="text-md divided">
      {cross.map(({ id, brand, code }) => (
        <li key={id} className={classes.fact}>
          <span className="dim">{brand}</span>
          <span className="text-sm strong code">{code}</span>
        </li>
      ))}
    </FirstRows>
  );
