# A Swift file that a script rewrites. It knows code from comments and strings, and no more of the language than
# brackets, arguments and declarations.

package SwiftSource;

use strict;
use warnings;
use File::Temp ();

# Creates a file from its text.
sub new {
  my ($class, $name, $text) = @_;
  my $lines = () = $text =~ /\n/g;
  my $self = bless {name => $name, read => $text, text => $text, edits => [], notes => []}, $class;
  # The number that each line has in the text as it was read.
  $self->{origin} = [1 .. $lines + 1];
  $self->scan;
  return $self;
}

# Tells code from the rest. `code` is as long as the text, with spaces for comments and `~` for what stands in strings;
# code in an interpolation stays. `kinds` has a `c` for each character of a comment.
sub scan {
  my ($self) = @_;
  my ($text, $code, $kinds) = ($self->{text}, '', '');
  # The strings that are open, each with its quotes, its number signs and the open parentheses of an interpolation.
  my @strings;
  my $add = sub {
    my ($piece, $fill, $kind) = @_;
    (my $shown = $piece) =~ s/[^\r\n]/$fill/g if defined $fill;
    $code .= defined $fill ? $shown : $piece;
    $kinds .= $kind x length $piece;
  };
  pos($text) = 0;
  while (pos($text) < length $text) {
    my $string = $strings[-1];
    if ($string && !$string->{depth}) {
      my ($quotes, $signs) = @$string{qw(quotes signs)};
      if ($text =~ /\G\Q$quotes$signs\E/gc) { $add->($quotes . $signs, undef, 's'); pop @strings }
      elsif ($text =~ /\G(\\\Q$signs\E)\(/gc) { $add->($1, '~', 's'); $add->('(', undef, 's'); $string->{depth} = 1 }
      elsif ($text =~ /\G(\\\Q$signs\E.)/gcs) { $add->($1, '~', 's') }
      elsif ($quotes eq '"' && $text =~ /\G(?=\n)/gc) { pop @strings }
      elsif ($text =~ /\G([^\\"\n]+|.)/gcs) { $add->($1, '~', 's') }
    }
    elsif ($text =~ m{\G(//[^\r\n]*)}gc) { $add->($1, ' ', 'c') }
    elsif ($text =~ m{\G/\*}gc) {
      my ($start, $depth) = (pos($text) - 2, 1);
      while ($depth && $text =~ m{\G(?:[^*/]+|(/\*)|(\*/)|.)}gcs) { $depth += defined $1 ? 1 : defined $2 ? -1 : 0 }
      $add->(substr($text, $start, pos($text) - $start), ' ', 'c');
    }
    elsif ($text =~ m{\G(#+)/}gc) {
      my ($start, $signs) = (pos($text) - length($1) - 1, $1);
      $text =~ m{\G.*?/\Q$signs\E}gcs or pos($text) = length $text;
      $add->(substr($text, $start, pos($text) - $start), '~', 's');
    }
    elsif ($text =~ /\G(#*)("""|")/gc) {
      push @strings, {quotes => $2, signs => $1, depth => 0};
      $add->($1 . $2, undef, 's');
    }
    # A slash begins a regular expression where no operator can stand, and another one ends it on the same line.
    elsif ($text =~ m{\G(?=/)}gc && substr($code, length($code) > 40 ? -40 : 0) =~ /(?:[=(,:\[{]|\breturn|\bin)\s*\z/
      && $text =~ m{\G(/(?![\s*/])(?:[^\\/\n]|\\[^\n])+/)}gc) {
      $add->($1, '~', 's');
    }
    elsif ($text =~ m{\G([^"#/()]+|.)}gcs) {
      my $piece = $1;
      $add->($piece, undef, ' ');
      $string->{depth} += $piece eq '(' ? 1 : $piece eq ')' ? -1 : 0 if $string;
    }
  }
  @$self{qw(code kinds)} = ($code, $kinds);
}

# Edits

# Replaces a range once `commit` is called.
sub replace {
  my ($self, $from, $to, $with) = @_;
  push @{$self->{edits}}, [$from, $to, $with];
}

# Deletes the code of a range, and keeps comments with the lines that they stand on.
sub remove {
  my ($self, $from, $to) = @_;
  my $kept = '';
  if (substr($self->{kinds}, $from, $to - $from) =~ /c/) {
    for my $at ($from .. $to - 1) {
      my $character = substr $self->{text}, $at, 1;
      $kept .= $character if substr($self->{kinds}, $at, 1) eq 'c' || $character =~ /\s/;
    }
    # The line that ends the range is empty now.
    $kept =~ s/\s+\z// if substr($self->{text}, $to) =~ /\A[ \t]*\r?\n/;
  }
  $self->replace($from, $to, $kept);
}

# Deletes the code of a range, and the lines that nothing else stands on.
sub remove_lines {
  my ($self, $from, $to) = @_;
  my $start = $self->line_start($from);
  my $is_first = substr($self->{text}, $start, $from - $start) =~ /\A[ \t]*\z/;
  if ($is_first && substr($self->{text}, $to) =~ /\A[ \t]*(?:\r?\n|\z)/) {
    ($from, $to) = ($start, $to + $+[0]);
    # One of two empty lines goes, too.
    my $line = $self->line_start($from ? $from - 1 : 0);
    my $before = substr $self->{text}, $line, $from - $line;
    $to += $+[0] if $before =~ /\A\s*\z|\{\s*\z/ && substr($self->{text}, $to) =~ /\A[ \t]*\r?\n/;
  }
  $self->remove($from, $to);
}

# Makes the edits, and says whether there were any. An edit inside of another one is dropped.
sub commit {
  my ($self) = @_;
  # What is inserted at a place comes before what is replaced there.
  my @edits = sort { $a->[0] <=> $b->[0] || ($a->[0] != $a->[1]) <=> ($b->[0] != $b->[1]) || $b->[1] <=> $a->[1] }
    @{$self->{edits}};
  $self->{edits} = [];
  return 0 unless @edits;
  my ($end, @kept) = (-1);
  for my $edit (@edits) {
    next if $edit->[0] < $end;
    push @kept, $edit;
    $end = $edit->[1];
  }
  for my $edit (reverse @kept) {
    my ($from, $to, $with) = @$edit;
    my $line = () = substr($self->{text}, 0, $from) =~ /\n/g;
    my $old = () = substr($self->{text}, $from, $to - $from) =~ /\n/g;
    my $new = () = $with =~ /\n/g;
    my $origin = $self->{origin};
    my @lines = @$origin[$line .. $line + $old];
    # The first lines and the last one stay what they were.
    my @now = map { $_ == $new ? $lines[-1] : $lines[$_ < $old ? $_ : $old] } 0 .. $new;
    $now[0] = $lines[0];
    splice @$origin, $line, $old + 1, @now;
    substr($self->{text}, $from, $to - $from) = $with;
  }
  $self->scan;
  return 1;
}

# Calls a handler with the starts and the ends of what each match in the code has captured, and then makes the edits.
sub each {
  my ($self, $pattern, $handler) = @_;
  my $code = $self->{code};
  while ($code =~ /$pattern/g) {
    my ($starts, $ends, $at) = ([@-], [@+], pos $code);
    $handler->($starts, $ends);
    pos($code) = $at;
  }
  return $self->commit;
}

# Replaces each match of a pattern in the code.
sub rename {
  my ($self, $pattern, $with) = @_;
  return $self->each($pattern, sub { $self->replace($_[0][0], $_[1][0], $with) });
}

# Deletes each match of a pattern in the code.
sub delete {
  my ($self, $pattern) = @_;
  return $self->each($pattern, sub { $self->remove($_[0][0], $_[1][0]) });
}

# Deletes each match of a pattern in the code, and its line if nothing else stands there.
sub delete_lines {
  my ($self, $pattern) = @_;
  return $self->each($pattern, sub { $self->remove_lines($_[0][0], $_[1][0]) });
}

# Reading

# Returns the text of a range, without the space around it.
sub text {
  my ($self, $from, $to) = @_;
  my $text = substr $self->{text}, $from, $to - $from;
  $text =~ s/\A\s+|\s+\z//g;
  return $text;
}

# Returns the code that a group has captured, of the starts and ends that `each` gives.
sub captured {
  my ($self, $starts, $ends, $group) = @_;
  return substr $self->{code}, $starts->[$group], $ends->[$group] - $starts->[$group];
}

# Renames a call of the variables that a pattern captures, also for each element of one.
sub rename_calls {
  my ($self, $variables, $call, $with) = @_;
  my %names;
  $self->each($variables, sub { $names{$self->captured(@_, defined $_[0][1] ? 1 : 2)} = 1 });
  for my $name (map { quotemeta } keys %names) {
    $self->rename(qr/\b$name\s*[?!]?\.(?:forEach\s*\{\s*\$0\.)?\K$call(?=\(\))/, $with);
    $self->rename(qr/\bfor\s+(\w+)\s+in\s+(?:self\.)?$name\s*\{\s*\1\.\K$call(?=\(\))/, $with);
  }
}

# Returns whether a pattern matches the code.
sub has { $_[0]{code} =~ $_[1] }

# Returns where the bracket at a place is closed, or `undef`.
sub closing {
  my ($self, $open) = @_;
  my $depth = 0;
  pos($self->{code}) = $open;
  while ($self->{code} =~ /\G[^()\[\]{}]*([()\[\]{}])/g) {
    $depth += $1 =~ /[(\[{]/ ? 1 : -1;
    return pos($self->{code}) - 1 if $depth == 0;
  }
  return undef;
}

# Returns where the angle bracket at a place is closed, or `undef`.
sub closing_angle {
  my ($self, $open) = @_;
  my $depth = 0;
  for (my $at = $open; $at < length $self->{code}; $at++) {
    my $character = substr $self->{code}, $at, 1;
    if ($character eq '<') { $depth++ }
    elsif ($character eq '>' && substr($self->{code}, $at - 1, 1) ne '-') { return $at if --$depth == 0 }
    elsif ($character =~ /[(\[{]/) { $at = $self->closing($at) // return undef }
    elsif ($character =~ /[)\]};]/) { return undef }
  }
  return undef;
}

# Returns the arguments between a parenthesis and its closing one: the places of each, its label, the place of its value
# and that of the comma before it.
sub arguments {
  my ($self, $open) = @_;
  my $close = $self->closing($open) // return;
  my (@arguments, $comma);
  my $from = $open + 1;
  for (my $at = $from; $at <= $close; $at++) {
    my $character = substr $self->{code}, $at, 1;
    if ($at < $close && $character =~ /[(\[{]/) { $at = $self->closing($at) // return; next }
    next unless $at == $close || $character eq ',';
    my $piece = substr $self->{code}, $from, $at - $from;
    if ($piece =~ /\S/) {
      my ($start, $end) = ($from + length(($piece =~ /\A(\s*)/)[0]), $at - length(($piece =~ /(\s*)\z/)[0]));
      my ($label, $value) = (undef, $start);
      if ($piece =~ /\A\s*(\w+)\s*:\s*/) { ($label, $value) = ($1, $from + $+[0]) }
      push @arguments, {from => $start, to => $end, label => $label, value => $value, comma => $comma};
    }
    ($comma, $from) = ($at, $at + 1);
  }
  return @arguments;
}

# Deletes an argument, with the comma that it leaves behind.
sub remove_argument {
  my ($self, $argument, @all) = @_;
  return $self->remove($argument->{comma}, $argument->{to}) if defined $argument->{comma};
  my ($next) = grep { $_->{from} > $argument->{from} } @all;
  $self->remove($argument->{from}, $next ? $next->{from} : $argument->{to});
}

# Returns the place behind the space, and the comments, that begin at a place.
sub skip_space {
  my ($self, $at) = @_;
  pos($self->{code}) = $at;
  $self->{code} =~ /\G\s*/g;
  return pos $self->{code};
}

# Returns the type declarations: the kind, the name, what is inherited, and the places of the braces.
sub types {
  my ($self) = @_;
  my ($code, @types) = ($self->{code});
  my $kinds = qr/(?<![\w.`])(struct|class|actor|enum|extension|protocol)/;
  while ($code =~ /$kinds\s+([\w.]+)([^{}()="]*(?:\([^{}()]*\)[^{}()="]*)*)\{/g) {
    my ($kind, $name, $heading, $from, $open) = ($1, $2, $3, $-[0], $+[0] - 1);
    next if $name =~ /\A(?:func|var|let|subscript|init)\z/;
    my $close = $self->closing($open) // next;
    push @types, {kind => $kind, name => $name, heading => $heading, from => $from, open => $open, close => $close};
  }
  return @types;
}

# Returns the innermost type declaration around a place, and whether the place is among its members and not inside one.
sub type_around {
  my ($self, $at, @types) = @_;
  my ($type) = sort { $b->{open} <=> $a->{open} } grep { $_->{open} < $at && $at < $_->{close} } @types;
  return unless $type;
  my $depth = 0;
  $depth += $_ eq '{' ? 1 : -1 for substr($self->{code}, $type->{open} + 1, $at - $type->{open} - 1) =~ /[{}]/g;
  return ($type, $depth == 0);
}

# Returns where the line of a place begins.
sub line_start {
  my ($self, $at) = @_;
  return $at ? rindex($self->{text}, "\n", $at - 1) + 1 : 0;
}

# Returns the indentation of the line of a place.
sub indentation {
  my ($self, $at) = @_;
  pos($self->{text}) = $self->line_start($at);
  return $self->{text} =~ /\G([ \t]*)/ ? $1 : '';
}

# Returns what one more level of indentation is.
sub indentation_step {
  my ($self) = @_;
  return "\t" if $self->{text} =~ /^\t/m;
  return $self->{text} =~ /\{[ \t]*\r?\n( +)\S/ && length $1 < 8 ? $1 : '  ';
}

# Imports

# Returns a pattern of the import of a module.
sub import_of {
  my ($module) = @_;
  return qr/^[ \t]*(?:[\w@]+[ \t]+)*import[ \t]+\Q$module\E(?=[ \t]*\r?$)/m;
}

# Returns whether the file imports a module.
sub imports { $_[0]->has(import_of($_[1])) }

# Replaces an import by that of another module, which is no test's own; deletes it if the file has that one already.
sub move_import {
  my ($self, $module, $other) = @_;
  return $self->delete_lines(import_of($module)) if $self->imports($other);
  my $testable = qr/(?:\@testable[ \t]+)?/;
  my $start = qr/^[ \t]*(?:(?!\@testable)[\w@]+[ \t]+)*/m;
  $self->rename(qr/$start\K${testable}import[ \t]+\Q$module\E(?=[ \t]*\r?$)/m, "import $other");
}

# Adds an import: beside another one, or after the last one, or else before the first code.
sub add_import {
  my ($self, $module, $beside) = @_;
  return if $self->imports($module);
  my ($code, $end) = ($self->{code}, $self->{text} =~ /\r\n/ ? "\r\n" : "\n");
  my $import = qr/(?:[\w@]+[ \t]+)*import[ \t][^\n]*\n/;
  if ($beside && $code =~ /^([ \t]*)(?:[\w@]+[ \t]+)*import[ \t]+\Q$beside\E[ \t]*\r?\n/m) {
    $self->replace($+[0], $+[0], "$1import $module$end");
  } elsif ($code =~ /^(?:$import(?:[ \t]*\r?\n)*)*$import/m) {
    $self->replace($+[0], $+[0], "import $module$end");
  } else {
    my $at = $code =~ /\S/ ? $-[0] : 0;
    # A comment for the documentation stays beside its declaration.
    $at = $-[1] if substr($self->{text}, 0, $at) =~ m{((?:^[ \t]*///[^\n]*\n)+|^/\*\*(?:(?!\*/).)*\*/\s*)\z}ms;
    $self->replace($at, $at, "import $module$end$end");
  }
  $self->commit;
}

# Notes

# Notes that a line is left, once for a line and an advice.
sub note {
  my ($self, $at, $advice) = @_;
  my $line = () = substr($self->{text}, 0, $at) =~ /\n/g;
  my ($code) = substr($self->{text}, $self->line_start($at)) =~ /\A([^\n\r]*)/;
  $code =~ s/\A\s+|\s+\z//g;
  return if grep { $_->{line} == $line && $_->{advice} eq $advice } @{$self->{notes}};
  push @{$self->{notes}}, {line => $line, code => $code, advice => $advice};
}

# Notes each match of a pattern in the code, for pairs of a pattern and its advice.
sub note_all {
  my ($self, @pairs) = @_;
  while (my ($pattern, $advice) = splice @pairs, 0, 2) {
    $self->each($pattern, sub { $self->note($_[0][0], $advice) });
  }
}

# Programs

# Runs a script: reads the files that its arguments name, has them rewritten, and writes or shows them.
sub main {
  my ($usage, $rewrite, $finish) = @_;
  my ($is_dry, @names);
  while (@ARGV) {
    my $argument = shift @ARGV;
    if ($argument eq '--dry-run') { $is_dry = 1 }
    elsif ($argument eq '--help' || $argument eq '-h') { print $usage; exit 0 }
    elsif ($argument eq '--') { push @names, @ARGV; last }
    elsif ($argument =~ /\A-./) { print STDERR "There is no option $argument.\n\n$usage"; exit 2 }
    else { push @names, $argument }
  }
  if (!@names) { print STDERR $usage; exit 2 }
  my (@sources, $failures);
  for my $name (@names) {
    if (open my $file, '<:raw', $name) {
      local $/;
      my $text = <$file>;
      if (defined $text) { push @sources, SwiftSource->new($name, $text); next }
    }
    print STDERR "$name: $!\n";
    $failures = 1;
  }
  $rewrite->(@sources);
  my ($changed, $left) = (0, 0);
  for my $source (@sources) {
    if ($source->{text} ne $source->{read}) {
      $changed++;
      if ($is_dry) { print $source->difference }
      elsif (!$source->write) { print STDERR "$source->{name}: $!\n"; $failures = 1 }
    }
    for my $note (sort { $a->{line} <=> $b->{line} } @{$source->{notes}}) {
      my $line = $is_dry ? $source->{origin}[$note->{line}] : $note->{line} + 1;
      print STDERR "$source->{name}:$line: $note->{code}\n    $note->{advice}\n";
      $left++;
    }
  }
  $finish->() if $finish;
  print STDERR sprintf "%s %s of %s; %s to look at by hand.\n", $is_dry ? 'Would rewrite' : 'Rewrote', $changed,
    count(scalar @names, 'file'), count($left, 'place');
  exit($failures ? 1 : 0);
}

# Writes the text, and returns whether it could.
sub write {
  my ($self) = @_;
  open my $file, '>:raw', $self->{name} or return 0;
  return print($file $self->{text}) && close $file;
}

# Returns a number with its noun.
sub count { $_[0] == 1 ? "1 $_[1]" : "$_[0] $_[1]s" }

# Returns what `diff -u` says of the file as it was and as it is.
sub difference {
  my ($self) = @_;
  my @files;
  for my $text (@$self{qw(read text)}) {
    push @files, File::Temp->new;
    binmode $files[-1];
    print {$files[-1]} $text;
    close $files[-1];
  }
  open my $diff, '-|', 'diff', '-u', map { $_->filename } @files or die "diff: $!\n";
  binmode $diff;
  my @lines = <$diff>;
  close $diff;
  my $name = $self->{name};
  splice @lines, 0, 2, "--- $name\n", "+++ $name\n";
  return join '', @lines;
}

1;
