import { useEffect } from 'react';

let screen: string | undefined;
let record: string | undefined;

const write = () => {
  document.title = [record ?? screen, 'Piezario'].filter(Boolean).join(' · ');
};

/** Names the browser's tab after the screen. */
export function useScreenTitle(title: string | undefined) {
  useEffect(() => {
    screen = title;
    write();
  }, [title]);
}

/** Names the browser's tab after a record, once its name is known. */
export function useRecordTitle(name: string | undefined) {
  useEffect(() => {
    record = name;
    write();
    return () => {
      record = undefined;
      write();
    };
  }, [name]);
}
