import {
  IconArrowsDiff,
  IconBuildingFactory2,
  IconCar,
  IconCarGarage,
  IconCategory,
  IconEngine,
  IconFileImport,
  IconHistory,
  IconHome,
  IconListCheck,
  IconPackage,
  IconPhotoUp,
  IconShieldCog,
  IconTag,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';

const ICONS = {
  home: IconHome,
  engine: IconEngine,
  import: IconFileImport,
  photos: IconPhotoUp,
  pending: IconListCheck,
  conflicts: IconArrowsDiff,
  trash: IconTrash,
  history: IconHistory,
  people: IconUsers,
  factory: IconBuildingFactory2,
  shield: IconShieldCog,
  tag: IconTag,
  category: IconCategory,
  package: IconPackage,
  car: IconCar,
  vehicle: IconCarGarage,
};
export type IconName = keyof typeof ICONS;

export function MenuIcon({ name }: { name: IconName }) {
  const Icon = ICONS[name];
  return <Icon size={18} stroke={1.6} />;
}
