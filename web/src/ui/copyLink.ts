import { notifyError, notifySuccess } from './notify.ts';

/** Copies an address to the clipboard and shows a notice. */
export async function copyLink(address: string) {
  try {
    await navigator.clipboard.writeText(address);
    notifySuccess('Se copió el enlace');
  } catch {
    // A page that did not come over https may not write to the clipboard.
    notifyError('El navegador no deja copiar desde acá: copiá el enlace de la barra de direcciones');
  }
}
