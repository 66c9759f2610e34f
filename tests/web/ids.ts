/** Ids of the signed-in user and of the active profile. */
export const USER = '01J00000000000000000000001'
export const PROFILE = '01J00000000000000000000002'
