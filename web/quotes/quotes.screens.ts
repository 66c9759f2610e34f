import { ScrollText } from 'lucide-react'
import { screen, screens } from '#web/kernel/shell/screens.ts'

export const quotesScreens = screens('quotes', {
  quotes: screen({
    path: '/admin/management/quotes',
    permission: 'perm_quote_menu',
    group: 'management',
    icon: ScrollText,
    of: 'quote',
    begin: { permission: 'perm_quote_add', query: { new: 'quote' } },
    load: () => import('./quotes-screen.tsx'),
  }),
  quote: screen({
    path: '/admin/management/quotes/:id',
    permission: 'perm_quote_menu',
    of: 'quote',
    shows: ({ id }) => ({ params: { id } }),
    acts: () => import('./quote-found-acts.ts'),
    load: () => import('./quote-screen.tsx'),
  }),
})
