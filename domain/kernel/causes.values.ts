/** Why a change happened, beyond who made it. */
export const CAUSES = ['user', 'import', 'schedule', 'process', 'demo'] as const
