import { Heart, School } from 'lucide-react'
import { recordScreen } from '#web/kernel/shell/record-screen.ts'
import { screens } from '#web/kernel/shell/screens.ts'

export const cvScreens = screens('cv', {
  interests: recordScreen('interest', {
    path: '/admin/profile/interests',
    group: 'profile',
    icon: Heart,
    permission: 'cv',
  }),
  organisms: recordScreen('organism', {
    path: '/admin/settings/organisms',
    group: 'settings',
    icon: School,
    permission: 'cv',
  }),
})
