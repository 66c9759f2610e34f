import { defineUpcasters } from './upcast.ts'

/** Every step from a stored shape to the newest. Add steps with their golden fixture; never remove one. */
export const upcasters = defineUpcasters([])
