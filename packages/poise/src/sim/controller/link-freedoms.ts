/** The freedoms of the links as a tree: the layout of metric and rows in the controller's problem. */
import { createTreePattern, type TreePattern } from '../../optim/tree-factor.ts';
import { freedomOf, type Links } from '../links.ts';

export interface LinkFreedoms extends TreePattern {
  readonly lastOf: Int32Array; // links: last freedom of each
  readonly along: Int32Array; // links: where its own freedoms start on a path from the root through it
}

export function createLinkFreedoms(links: Links): LinkFreedoms {
  const own = links.planar ? 1 : 3;
  const parent = Int32Array.from({ length: links.freedoms }, (_, f) => f - 1);
  const lastOf = new Int32Array(links.count);
  const along = new Int32Array(links.count);
  lastOf[0] = links.rootFreedoms - 1;
  for (let link = 1; link < links.count; link++) {
    const first = freedomOf(links, link);
    const above = links.parent[link];
    parent[first] = lastOf[above];
    lastOf[link] = first + own - 1;
    along[link] = above === 0 ? links.rootFreedoms : along[above] + own;
  }
  return { ...createTreePattern(parent), lastOf, along };
}
