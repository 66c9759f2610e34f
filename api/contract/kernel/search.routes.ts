import { endpoints } from './endpoint.ts'
import type { SearchSchemas } from './search.schemas.ts'

export const searchRoutes = endpoints<SearchSchemas>({
  find: {
    method: 'GET',
    path: '/search/:userId',
    summary:
      'What the user may read and the words or the amount find, five of an entity; without words the last changed',
    access: 'signed-in',
  },
})
