export const HOW_TO_INSTALL_REDIS: string;
export function findRedis(): string | undefined;
