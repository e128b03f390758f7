/* The styles of components that few screens use: these screens import this file. The rest are in mantineStyles.ts. */
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Table.layer.css';
