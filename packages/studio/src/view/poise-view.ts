/** The module that a page loads: defines `<poise-view>`. */
import { PoiseView } from './element.ts';

if (!customElements.get('poise-view')) customElements.define('poise-view', PoiseView);

export { PoiseView };
