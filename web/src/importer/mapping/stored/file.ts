import { StoredMapping } from '@piezario/contract/workbook-mappings';

/** Content of a downloaded mapping. The brand is stored by name, because ids differ between installations. */
const MappingFile = StoredMapping.pick({ name: true, brand: true, mapping: true });

export function downloadMapping({ name, brand, mapping }: StoredMapping) {
  const text = JSON.stringify({ name, brand, mapping }, null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${name.replace(/[\\/:*?"<>|]/g, ' ')}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The mapping of a downloaded file, or null for another text. */
export function readMapping(text: string) {
  try {
    return MappingFile.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
