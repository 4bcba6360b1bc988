/** The one screen: bar, library, stage, inspector, plots, timeline. */
import { ExportSheet } from '../panels/export/export-sheet.tsx';
import { Help } from '../panels/help/help.tsx';
import { Inspector } from '../panels/inspector/inspector.tsx';
import { Library } from '../panels/library/library.tsx';
import { Notices } from '../panels/notices/notices.tsx';
import { Projects } from '../panels/projects/projects.tsx';
import { isGrowing, isOutdated } from '../state/selectors.ts';
import { useStudio } from '../state/use-studio.ts';
import { Dock } from './dock.tsx';
import { DropZone } from './drop-zone.tsx';
import { Stage } from './stage.tsx';
import { useThemeAttribute } from './theme.ts';
import { PlotsDock, TimelineDock } from './time-docks.tsx';
import { TopBar } from './top-bar.tsx';
import './shell.css';
import './phone.css';

const LOW = 168; // [px] of the timeline while a clip is recorded: nothing is judged yet

export function Shell() {
  useThemeAttribute();
  const outdated = useStudio(isOutdated);
  const cinema = useStudio((state) => state.view.cinema);
  const growing = useStudio(isGrowing);
  return (
    <div className={`shell ${outdated ? 'outdated' : ''} ${cinema ? 'cinema' : ''}`}>
      <TopBar />
      <div className="middle">
        <Dock panel="library" title="Library" edge="left">
          <Library />
        </Dock>
        <div className="centre">
          <Stage />
          <Notices />
        </div>
        <Dock panel="inspector" title="Inspector" edge="right">
          <Inspector />
        </Dock>
      </div>
      <Dock panel="plots" title="Plots" edge="bottom">
        <PlotsDock />
      </Dock>
      <Dock panel="timeline" title="Timeline" edge="bottom" most={growing ? LOW : undefined}>
        <TimelineDock />
      </Dock>
      <ExportSheet />
      <Help />
      <Projects />
      <DropZone />
    </div>
  );
}
