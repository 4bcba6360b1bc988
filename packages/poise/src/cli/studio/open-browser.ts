/** Opens an address in the user's browser. */
import { spawn } from 'node:child_process';

/** Where nobody sits in front of a screen, or nothing opens addresses, the printed one is all there is. */
export function openBrowser(url: string, tell: (line: string) => void): void {
  const { platform, env } = process;
  const hasScreen = platform === 'darwin' || platform === 'win32' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  if (!hasScreen || !process.stdout.isTTY || env['CI'] || env['BROWSER'] === 'none') return;
  const [command, ...args] =
    platform === 'darwin' ? ['open', url] : platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url];
  const opened = spawn(command!, args, { stdio: 'ignore', detached: true });
  opened.on('error', () => tell(`No browser could be opened (${command} is missing): open the address yourself.`));
  opened.unref();
}
