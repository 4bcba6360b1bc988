/** Names of the packages whose build is older than their source, in the order in which they must be built. */
export function stalePackages(root: string): string[];
