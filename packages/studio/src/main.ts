/** The page: takes files, hands them to the worker, shows the report. */
import './style.css';
import type { Answer, OpenedFile, Request } from './messages.ts';

const part = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const status = part('status');
const report = part<HTMLIFrameElement>('report');
const takeSelect = part<HTMLSelectElement>('take');
const fileInput = part<HTMLInputElement>('file');

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

function say(text: string, kind: 'words' | 'error' = 'words'): void {
  status.textContent = text;
  status.className = kind;
}

function ask(request: Request): void {
  say('Reading…');
  worker.postMessage(request);
}

function showReport({ page, takes, take }: Extract<Answer, { kind: 'report' }>): void {
  say('');
  report.srcdoc = page;
  report.hidden = false;
  part('drop').hidden = true;
  part('take-label').hidden = takes.length < 2;
  takeSelect.replaceChildren(
    ...takes.map((name, i) => new Option(name || `take ${i + 1}`, String(i), false, i === take)),
  );
}

function showError(message: string): void {
  say(message, 'error');
  // A report of the file before would be taken for this one's.
  report.hidden = true;
  part('drop').hidden = false;
  part('take-label').hidden = true;
}

worker.onmessage = ({ data }: MessageEvent<Answer | readonly string[]>) => {
  if (!('kind' in data)) {
    fileInput.accept = [...data, '.bin'].join(',');
    part('kinds').textContent = `Reads ${data.join(' ')}`;
  } else if (data.kind === 'error') showError(data.message);
  else showReport(data);
};
worker.onerror = () => say('Poise could not start in this browser; it needs module workers.', 'error');

async function open(files: Iterable<File>): Promise<void> {
  const opened: OpenedFile[] = [];
  for (const file of files) opened.push({ name: file.name, data: new Uint8Array(await file.arrayBuffer()) });
  if (opened.length > 0) ask({ kind: 'files', files: opened });
}

part('sample').addEventListener('click', () => ask({ kind: 'sample' }));
takeSelect.addEventListener('change', () => ask({ kind: 'take', take: Number(takeSelect.value) }));
fileInput.addEventListener('change', async () => {
  await open(fileInput.files ?? []);
  fileInput.value = ''; // so that the same file can be opened again
});

for (const type of ['dragenter', 'dragover'] as const) {
  document.addEventListener(type, (event) => {
    event.preventDefault();
    document.body.classList.add('over');
    // The frame would swallow the drop.
    report.style.pointerEvents = 'none';
  });
}
for (const type of ['dragleave', 'drop'] as const) {
  document.addEventListener(type, () => {
    document.body.classList.remove('over');
    report.style.pointerEvents = '';
  });
}
document.addEventListener('drop', async (event) => {
  event.preventDefault();
  await open(event.dataTransfer?.files ?? []);
});
