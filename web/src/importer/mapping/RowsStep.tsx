import '../../ui/mantineLater.ts';
import { Checkbox, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { brands } from '@piezario/contract/brands';
import { products } from '@piezario/contract/products';
import {
  GROUP_TARGETS,
  HIDDEN_ROWS,
  type MappedSheet,
  type MappingPreview,
  type Question,
  type SampleSheet,
  STRUCK_ROWS,
  VEHICLE_BRAND_SOURCES,
} from '@piezario/contract/workbook-mappings';
import { useCall } from '../../api/hooks.ts';
import { formatNumber } from '../../ui/format.ts';
import { Suggest } from '../../ui/Suggest.tsx';
import { counted } from '../../ui/words.ts';
import { type Edit, editSheet, flipRow, toggleHeader } from './edit.ts';
import classes from './Mapping.module.css';
import { QuestionsHere } from './Questions.tsx';
import { RowsTable } from './RowsTable.tsx';
import { type Choice, SheetChoice } from './SheetChoice.tsx';
import { GROUP_NAMES, HIDDEN_NAMES, STRUCK_NAMES, VEHICLE_BRAND_NAMES } from './words.ts';

type Props = {
  sheet: MappedSheet;
  sample: SampleSheet;
  /** Kind of each row under the mapping. */
  kinds: MappingPreview['rows'];
  questions: readonly Question[];
  choice: Choice;
  onEdit: (edit: Edit) => void;
};

/** Which rows are titles and which are parts, and how values without a column are read. */
export function RowsStep({ sheet, sample, kinds, questions, choice, onEdit }: Props) {
  const kindByRow = new Map(kinds.filter((one) => one.sheet === sample.name).map(({ row, kind }) => [row, kind]));
  return (
    <>
      <SheetChoice choice={choice} sheet={sheet} />
      <QuestionsHere questions={questions} />
      {sheet.use === 'rows' && (
        <WithoutColumn sheet={sheet} sample={sample} onEdit={(change) => onEdit(editSheet(sample.name, change))} />
      )}
      {sheet.use === 'rows' && (
        <MarkedRows sheet={sheet} sample={sample} onEdit={(change) => onEdit(editSheet(sample.name, change))} />
      )}
      <Text size="sm" c="dimmed">
        Marcá las filas de títulos: hasta tres seguidas, que se leen juntas. Lo que está en gris no se lee.
      </Text>
      <RowsTable
        sample={sample}
        header={sheet.header}
        kindOf={({ row, kind }) => kindByRow.get(row) ?? kind}
        onHeader={(row) => onEdit(toggleHeader(sample, row))}
        onFlip={(row) => onEdit(flipRow(sample, row))}
      />
      {sample.rows > sample.first.length && (
        <Text size="sm" c="dimmed">
          Las primeras {formatNumber(sample.first.length)} de {formatNumber(sample.rows)} filas
        </Text>
      )}
    </>
  );
}

/** Asks how to read rows that are struck, hidden or marked «discontinuado», which cannot be inferred. */
const MarkedRows = ({ sheet, sample, onEdit }: WithoutProps) => (
  <>
    {sample.struck_rows > 0 && (
      <Marked
        label={counted(sample.struck_rows, 'fila tachada', 'filas tachadas')}
        options={STRUCK_ROWS}
        names={STRUCK_NAMES}
        value={sheet.struck_rows}
        onChange={(struck_rows) => onEdit((one) => ({ ...one, struck_rows }))}
      />
    )}
    {sample.discontinued_rows > 0 && (
      <Marked
        label={counted(sample.discontinued_rows, 'fila dice discontinuado', 'filas dicen discontinuado')}
        options={STRUCK_ROWS}
        names={STRUCK_NAMES}
        value={sheet.discontinued_rows}
        onChange={(discontinued_rows) => onEdit((one) => ({ ...one, discontinued_rows }))}
      />
    )}
    {sample.hidden_rows > 0 && (
      <Marked
        label={counted(sample.hidden_rows, 'fila oculta', 'filas ocultas')}
        options={HIDDEN_ROWS}
        names={HIDDEN_NAMES}
        value={sheet.hidden_rows}
        onChange={(hidden_rows) => onEdit((one) => ({ ...one, hidden_rows }))}
      />
    )}
  </>
);

type MarkedProps<Use extends string> = {
  label: string;
  options: readonly Use[];
  names: Readonly<Record<Use, string>>;
  value: Use;
  onChange: (use: Use) => void;
};

const Marked = <Use extends string>({ label, options, names, value, onChange }: MarkedProps<Use>) => (
  <div className="row wrap gap-12">
    <Text size="sm">{label}</Text>
    <SegmentedControl
      aria-label={label}
      value={value}
      data={options.map((use) => ({ value: use, label: names[use] }))}
      onChange={onChange}
    />
  </div>
);

const GROUPS = GROUP_TARGETS.map((value) => ({ value, label: GROUP_NAMES[value] }));
const VEHICLE_BRANDS = VEHICLE_BRAND_SOURCES.map((value) => ({ value, label: VEHICLE_BRAND_NAMES[value] }));
const EVERYWHERE = { params: { categoryId: 'all', brandId: 'all' } } as const;
const namesOf = (all: readonly { readonly name: string }[] = []) => [...new Set(all.map(({ name }) => name))];

type WithoutProps = {
  sheet: MappedSheet;
  sample: SampleSheet;
  onEdit: (change: (sheet: MappedSheet) => MappedSheet) => void;
};

/** The brand and the product, when they are in no column: groups, the name of the sheet, or the same for all rows. */
function WithoutColumn({ sheet, sample, onEdit }: WithoutProps) {
  const { groups, constants, product_is_sheet, product_by_code, vehicle_brand, columns } = sheet;
  const hasVehicles = columns.some(({ target }) => target.is === 'application' || target.is === 'vehicle');
  const brandNames = namesOf(useCall(brands.json, {}).data);
  const productNames = namesOf(useCall(products.json, EVERYWHERE).data);
  const setConstant = (constant: Partial<MappedSheet['constants']>) =>
    onEdit((sheet) => ({ ...sheet, constants: { ...sheet.constants, ...constant } }));
  return (
    <div className="pair start gap-12 gap-x-16">
      <Suggest
        label="Marca de todas las filas"
        placeholder="Si no tiene columna"
        data={brandNames}
        value={constants.brand}
        onChange={(brand) => setConstant({ brand })}
      />
      <Suggest
        label="Producto de todas las filas"
        placeholder="Si no tiene columna"
        data={productNames}
        disabled={product_is_sheet || product_by_code}
        value={constants.product}
        onChange={(product) => setConstant({ product })}
      />
      <div className={classes.sheetName}>
        <Checkbox
          label="El nombre de la hoja es el producto"
          checked={product_is_sheet}
          onChange={() =>
            onEdit((sheet) => ({ ...sheet, product_is_sheet: !product_is_sheet, product_by_code: false }))
          }
        />
        <Checkbox
          label="El producto es el de la pieza con ese código"
          description="De otra hoja o del catálogo: esta sólo agrega equivalencias y vehículos"
          checked={product_by_code}
          onChange={() => onEdit((sheet) => ({ ...sheet, product_by_code: !product_by_code, product_is_sheet: false }))}
        />
      </div>
      <NativeSelect
        label="Los grupos son"
        description={groupsInWords(sample)}
        inputWrapperOrder={['label', 'input', 'description']}
        data={GROUPS}
        value={groups}
        onChange={({ currentTarget }) => {
          const chosen = GROUP_TARGETS.find((one) => one === currentTarget.value) ?? 'ignored';
          onEdit((sheet) => ({ ...sheet, groups: chosen }));
        }}
      />
      {hasVehicles && (
        <NativeSelect
          label="La marca de los vehículos"
          data={VEHICLE_BRANDS}
          value={vehicle_brand}
          onChange={({ currentTarget }) => {
            const chosen = VEHICLE_BRAND_SOURCES.find((one) => one === currentTarget.value) ?? 'columns';
            onEdit((sheet) => ({ ...sheet, vehicle_brand: chosen }));
          }}
        />
      )}
    </div>
  );
}

const NAMED_GROUPS = 3;

/** Filtros de aceite, Filtros de aire… */
function groupsInWords({ groups }: SampleSheet): string {
  if (groups.length === 0) return 'No encontramos filas que encabecen un grupo';
  const named = groups.slice(0, NAMED_GROUPS).map(({ value }) => value);
  return named.join(', ') + (groups.length > NAMED_GROUPS ? '…' : '');
}
